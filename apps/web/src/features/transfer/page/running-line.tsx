import { ArrowUpDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useOnline } from '../../../lib/hooks/use-online.ts';
import { Link } from '../../../ui/controls/link.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { transfers } from '../engine/page-engine.ts';
import { OverallProgress, useHeadline, usePaceLine } from '../ui/overall.tsx';
import { unavailableOf } from '../ui/tray-view.ts';
import styles from './page.module.css';

/** The state of uploads, in one line that links to their page. Renders nothing if no uploads are left. */
export function RunningLine() {
  const view = useSyncExternalStore(
    (listener) => transfers.subscribe(listener),
    () => transfers.view(),
  );
  const { summary } = view;
  const isOnline = useOnline();
  const headline = useHeadline(summary);
  const pace = usePaceLine({
    summary,
    waiting: isOnline ? unavailableOf(view) : 'network',
    engine: transfers,
  });
  if (summary.open + summary.interrupted + summary.failed === 0) return null;
  return (
    <Link href="/transfers" className={styles['line']}>
      <Icon of={ArrowUpDown} className={styles['itemMark']} />
      <span className={styles['lineWords']}>
        <span className={styles['itemTitle']}>{headline}</span>
        {pace !== undefined && <span className={styles['explanation']}>{pace}</span>}
      </span>
      {summary.open > 0 && (
        <span className={styles['lineBar']}>
          <OverallProgress summary={summary} />
        </span>
      )}
    </Link>
  );
}
