import type { NodeView } from '@coffer/contracts';
import { UserPlus, X } from 'lucide-react';
import { useToday } from '../../lib/hooks/use-today.ts';
import { type Formats, useFormats } from '../../lib/language/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { GroupMark } from '../../ui/marks/group-mark.tsx';
import { type RowWays, SharedRow } from './shared-row.tsx';
import styles from './sharing.module.css';
import { type SharedText, useText } from './texts.ts';
import type { SharedByMe } from './use-shared-pages.ts';

/** How many people are named if there are more than fit. */
const NAMED = 2;

interface RowByMeProps extends RowWays {
  readonly item: SharedByMe;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** Opens the dialog that shows who has access. */
  readonly onShare: (node: NodeView) => void;
  readonly onStop: () => void;
}

export function RowByMe({ item, isChosen, onChoose, onShare, onStop, ...ways }: RowByMeProps) {
  const text = useText();
  const { node, sharedWith, total, message } = item;
  const [holder] = sharedWith;
  const { name } = node;
  return (
    <SharedRow
      {...ways}
      item={item}
      facts={useFacts(item)}
      message={message ?? ''}
      start={
        <input
          type="checkbox"
          className={styles['check']}
          aria-label={text('shared.choose', { name })}
          checked={isChosen}
          onChange={onChoose}
        />
      }
      end={
        <>
          <Faces item={item} />
          <span className={styles['tools']}>
            <IconButton
              icon={UserPlus}
              label={text('shared.manage', { name })}
              onClick={() => onShare(node)}
            />
            <IconButton
              icon={X}
              label={
                total === 1 && holder !== undefined
                  ? text('shared.removeOf', { name, person: holder.name })
                  : text('shared.stop', { name })
              }
              onClick={onStop}
            />
          </span>
        </>
      }
    />
  );
}

function useFacts({ sharedWith, total, role, grantedAt, expiresAt }: SharedByMe): readonly string[] {
  const text = useText();
  const formats = useFormats();
  const today = useToday();
  const names = sharedWith.map(({ holder, name }) =>
    holder === 'address' ? text('shared.invited', { name }) : name,
  );
  return [
    formatWho({ text, formats }, names, total),
    text(role === null ? 'shared.role.several' : `shared.role.${role}`),
    formats.friendlyDate(grantedAt, today),
    ...(expiresAt === null ? [] : [text('shared.until', { date: formats.date(expiresAt) })]),
  ];
}

function formatWho(
  { text, formats }: { readonly text: SharedText; readonly formats: Formats },
  names: readonly string[],
  total: number,
): string {
  const isAll = total <= names.length;
  const named = isAll ? names : names.slice(0, NAMED);
  // Keeps the order of names with mixed directions.
  const isolated = named.map((name) => `\u2068${name}\u2069`);
  const words = formats.list(isolated, isAll ? 'closed' : 'open');
  return isAll
    ? text('shared.with', { name: words })
    : text('shared.withMore', { names: words, count: total - named.length });
}

/** Decorative: the names are in the text of the row. */
function Faces({ item: { sharedWith, total } }: { readonly item: SharedByMe }) {
  const { number } = useFormats();
  const more = total - sharedWith.length;
  return (
    <span className={styles['faces']} aria-hidden="true">
      {sharedWith.map((each) =>
        each.holder === 'group' ? (
          <GroupMark key={each.holderId} />
        ) : (
          <Avatar
            key={each.holderId}
            name={each.name}
            picture={each.holder === 'person' ? each.picture : undefined}
            size="small"
          />
        ),
      )}
      {more > 0 && (
        <span className={styles['more']} dir="ltr">
          +{number(more)}
        </span>
      )}
    </span>
  );
}
