import type { AdminSpaceSort } from '@coffer/contracts';
import { CircleCheck, Ellipsis } from 'lucide-react';
import { useFormats } from '../../lib/language/format.ts';
import { isNearlyFull } from '../../api/spaces/nearly-full.ts';
import { Link } from '../../ui/controls/link.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { SortedHead } from '../../ui/listing/sorted-head.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { MenuButton } from '../../ui/overlays/index.ts';
import type { AdminSpacesAddress } from './admin-spaces-address.ts';
import styles from './admin-spaces.module.css';
import { type ListedSpace, spaceName } from './listed-space.ts';
import { entriesFor, type SpaceAction, toAction } from './space-menu.ts';
import { useText } from './texts.ts';

const COLUMNS = ['name', 'owner', 'members', 'used', 'state'] as const satisfies readonly AdminSpaceSort[];
interface SpacesTableProps {
  readonly items: readonly ListedSpace[];
  readonly mayChange: boolean;
  readonly address: AdminSpacesAddress;
  readonly onSort: (sort: AdminSpaceSort, order: 'asc' | 'desc') => void;
  readonly onAction: (action: SpaceAction, space: ListedSpace) => void;
}

export function SpacesTable(props: SpacesTableProps) {
  const { items, address, onSort } = props;
  const text = useText();
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{text('adminSpaces.title')}</caption>
      <SortedHead
        columns={COLUMNS.map((id) => ({
          id,
          label: text(`adminSpaces.column.${id}`),
          className: styles[id],
          ...(id === 'used' || id === 'members' || id === 'state' ? { first: 'desc' as const } : {}),
        }))}
        sort={address.sort}
        order={address.order}
        onSort={onSort}
        actions={{ label: text('adminSpaces.column.actions'), className: styles['actions'] }}
      />
      <tbody>
        {items.map((space) => (
          <SpaceRow key={space.id} {...props} space={space} />
        ))}
      </tbody>
    </table>
  );
}

function SpaceRow(props: SpacesTableProps & { readonly space: ListedSpace }) {
  const { space, mayChange, onAction } = props;
  const text = useText();
  const { size } = useFormats();
  const { owner, takenBytes, quotaBytes, archivedAt } = space;
  const name = spaceName(text, space);
  const entries = entriesFor(text, space, mayChange);
  const words = text('adminSpaces.use', { used: size(takenBytes), total: size(quotaBytes) });
  return (
    <tr className={archivedAt === null ? undefined : styles['quiet']}>
      <th scope="row" className={styles['name']}>
        <span className={styles['called']}>
          {space.role === null || archivedAt !== null ? (
            <bdi>{name}</bdi>
          ) : (
            <Link href={`/s/${space.id}`} className={styles['link']}>
              <bdi>{name}</bdi>
            </Link>
          )}
        </span>
        {space.hold !== null && (
          <bdi className={styles['reason']} title={space.hold.reason}>
            {space.hold.reason}
          </bdi>
        )}
        <span className={styles['brief']}>
          {space.kind !== 'personal' && (
            <span>
              <bdi>{owner.name}</bdi>
            </span>
          )}
          <span>{words}</span>
          {(archivedAt !== null || space.hold !== null) && <State space={space} />}
        </span>
      </th>
      <td className={styles['owner']}>
        <bdi>{owner.name}</bdi>
        {!owner.isActive && <span className={styles['muted']}> {text('adminSpaces.ownerGone')}</span>}
        {space.owners > 1 && (
          <span className={styles['muted']}>
            {' '}
            {text('adminSpaces.moreOwners', { count: space.owners - 1 })}
          </span>
        )}
      </td>
      <td className={styles['members']}>
        <Members space={space} />
      </td>
      <td className={styles['used']}>
        <span className={styles['words']}>{words}</span>
        <ProgressBar
          kind="meter"
          label={text('adminSpaces.use.label', { name })}
          value={takenBytes / Math.max(1, quotaBytes)}
          valueText={words}
          tone={isNearlyFull(takenBytes, quotaBytes) ? 'danger' : 'accent'}
        />
      </td>
      <td className={styles['state']}>
        <State space={space} />
      </td>
      <td className={styles['actions']}>
        {entries.length > 0 && (
          <MenuButton
            icon={Ellipsis}
            label={text('adminSpaces.actions', { name })}
            entries={entries}
            onAction={(id) => {
              const action = toAction(id);
              if (action !== undefined) onAction(action, space);
            }}
          />
        )}
      </td>
    </tr>
  );
}

function Members({ space: { kind, members, groups } }: { readonly space: ListedSpace }) {
  const text = useText();
  if (kind === 'personal') return text('adminSpaces.nobodyElse');
  return (
    <>
      {text('adminSpaces.people', { count: members })}
      {groups > 0 && (
        <span className={styles['muted']}> · {text('adminSpaces.groups', { count: groups })}</span>
      )}
    </>
  );
}

function State({ space: { archivedAt, goesAt, hold } }: { readonly space: ListedSpace }) {
  const text = useText();
  const { date } = useFormats();
  if (hold !== null) {
    return (
      <span className={styles['words']}>
        <span className={styles['chip']}>{text('adminSpaces.onHold')}</span>
        <span className={styles['muted']}>
          {text('adminSpaces.onHold.since', { when: date(hold.beganAt) })}
        </span>
        {archivedAt !== null && <span className={styles['muted']}>{text('adminSpaces.archived')}</span>}
      </span>
    );
  }
  if (archivedAt === null || goesAt === null) {
    return (
      <span className={styles['active']}>
        <Icon of={CircleCheck} size={16} />
        {text('adminSpaces.active')}
      </span>
    );
  }
  return (
    <span className={styles['words']}>
      <span className={styles['chip']}>{text('adminSpaces.archived')}</span>
      <span className={styles['muted']}>{text('adminSpaces.goes', { when: date(goesAt) })}</span>
    </span>
  );
}
