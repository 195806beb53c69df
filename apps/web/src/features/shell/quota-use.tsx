import type { SpaceId } from '@coffer/contracts';
import { rightsOf } from '../../api/spaces/space-rights.ts';
import { spaceQuery } from '../../api/spaces.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { isNearlyFull } from '../../api/spaces/nearly-full.ts';
import { Link } from '../../ui/controls/link.tsx';
import { ColorMark } from '../../ui/marks/color-mark.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './quota-use.module.css';
import { useText } from './texts.ts';

/** Renders nothing after a failure, which the page itself shows. */
export function QuotaUse({ spaceId }: { readonly spaceId: SpaceId }) {
  const text = useText();
  const { size } = useFormats();
  const { data: space, isPending } = useQuery(spaceQuery(spaceId));
  if (isPending) {
    return (
      <div className={styles['quota']}>
        <Skeleton height="6px" isRound />
        <Skeleton width="70%" height="0.75rem" />
      </div>
    );
  }
  if (space === undefined || space.quotaBytes === 0) return null;
  const takenBytes = space.usedBytes + space.reservedBytes + space.heldBytes;
  const part = takenBytes / space.quotaBytes;
  const isNearly = isNearlyFull(takenBytes, space.quotaBytes);
  const name = space.kind === 'personal' ? text('shell.files') : space.name;
  const words = text('shell.quotaUse', { used: size(takenBytes), total: size(space.quotaBytes) });
  return (
    <div className={styles['quota']}>
      <p className={styles['name']}>
        <ColorMark name={name} color={space.color} />
        <span dir="auto">{name}</span>
      </p>
      <ProgressBar
        kind="meter"
        label={text('shell.quota')}
        value={part}
        valueText={words}
        tone={isNearly ? 'danger' : 'accent'}
      />
      <Link href={`/largest/${spaceId}`} className={styles['words']} title={text('shell.quotaLargest')}>
        {words}
      </Link>
      {isNearly && !space.isOnHold && rightsOf(space.role).mayPurge && (
        <Link href={`/trash/${spaceId}`} className={styles['way']}>
          {text('shell.quotaFree')}
        </Link>
      )}
    </div>
  );
}
