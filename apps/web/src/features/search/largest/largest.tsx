import { LIMITS, type NodeView, type SpaceId } from '@coffer/contracts';
import { CircleAlert, HardDrive, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { isNearlyFull } from '../../../api/spaces/nearly-full.ts';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { spaceQuery } from '../../../api/spaces.ts';
import { trashSummaryQuery } from '../../../api/trash/trash.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { PageFrame } from '../../../ui/page/page-frame.tsx';
import { HitList, HitListWaiting, type HitPages } from '../list/hit-list.tsx';
import type { MomentHit } from '../moments/use-moment-pages.ts';
import styles from './largest.module.css';
import { useText } from './texts.ts';

interface LargestProps {
  readonly spaceId: SpaceId;
  readonly pages: HitPages<MomentHit>;
  readonly renderMark: (node: NodeView) => ReactNode;
  /** Opens the file over the list. */
  readonly onView: (hit: MomentHit) => void;
  readonly onTrash: (node: NodeView) => void;
}

/** Lists the largest files of a space. */
export function Largest({ spaceId, ...list }: LargestProps) {
  const text = useText();
  return (
    <PageFrame title={text('largest.title')}>
      <Use spaceId={spaceId} />
      <Body {...list} />
    </PageFrame>
  );
}

/** Shows how full the space is. Renders nothing while loading, and on a failure, which the list below reports. */
function Use({ spaceId }: Pick<LargestProps, 'spaceId'>) {
  const text = useText();
  const { size, number } = useFormats();
  const { mayChange } = useSpaceRights();
  const { data: space } = useQuery(spaceQuery(spaceId));
  const { data: trash } = useQuery(trashSummaryQuery(spaceId), { isEnabled: mayChange });
  if (space === undefined) return null;
  const taken = space.usedBytes + space.reservedBytes + space.heldBytes;
  const total = space.quotaBytes;
  const words =
    total === 0
      ? text('largest.usedOnly', { used: size(taken) })
      : text('largest.use', { used: size(taken), total: size(total) });
  return (
    <div className={styles['use']}>
      {total > 0 && (
        <ProgressBar
          kind="meter"
          label={text('largest.meter')}
          value={taken / total}
          valueText={words}
          tone={isNearlyFull(taken, total) ? 'danger' : 'accent'}
        />
      )}
      <p className={styles['words']}>
        {space.kind !== 'personal' && <bdi className={styles['name']}>{space.name}</bdi>}
        <span>{words}</span>
        <span>{text('largest.older')}</span>
        {trash !== undefined && trash.items > 0 && (
          <Link href={`/trash/${spaceId}`}>
            {text('largest.trash', {
              count: trash.items,
              number: number(trash.items),
              size: size(trash.sizeBytes),
            })}
          </Link>
        )}
      </p>
    </div>
  );
}

function Body({ pages, renderMark, onView, onTrash }: Omit<LargestProps, 'spaceId'>) {
  const text = useText();
  const words = useErrorTexts();
  const { size } = useFormats();
  const { mayChange } = useSpaceRights();
  const { items, error, isWaiting, showMore } = pages;
  if (items.length === 0 && error !== undefined) {
    return (
      <EmptyState
        icon={CircleAlert}
        title={text('largest.failed')}
        text={words.ofError(error)}
        action={<Button onClick={pages.retry}>{text('largest.retry')}</Button>}
      />
    );
  }
  if (items.length === 0 && isWaiting) return <HitListWaiting label={text('largest.waiting')} />;
  if (items.length === 0 && showMore === undefined) {
    return (
      <EmptyState
        icon={HardDrive}
        title={text('largest.empty')}
        text={text('largest.emptyText', { size: size(LIMITS.largeFileBytes) })}
      />
    );
  }
  return (
    <HitList
      label={text('largest.title')}
      waitingLabel={text('largest.waiting')}
      pages={pages}
      renderMark={renderMark}
      onView={onView}
      leadingFact="size"
      renderTool={({ node }) =>
        mayChange && (
          <span className={styles['tool']}>
            <IconButton
              icon={Trash2}
              label={text('largest.toTrash', { name: node.name })}
              onClick={({ currentTarget }) => {
                focusNext(currentTarget);
                onTrash(node);
              }}
            />
          </span>
        )
      }
    />
  );
}

/** Moves the focus to the next row, or to the heading, because the row of the button disappears. */
function focusNext(button: Element): void {
  const row = button.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  (next?.querySelector<HTMLElement>('[data-hit]') ?? document.querySelector('h1'))?.focus();
}
