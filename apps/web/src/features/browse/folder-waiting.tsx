import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './browse.module.css';
import { useText } from './texts.ts';

const ROWS = ['first', 'second', 'third'];

export function FolderWaiting() {
  const text = useText();
  return (
    <output className={styles['page']} aria-label={text('browse.loadingRow')}>
      <span className={styles['header']}>
        <Skeleton width="12rem" height="28px" />
      </span>
      <span className={styles['waitingRows']}>
        {ROWS.map((row) => (
          <Skeleton key={row} height="40px" />
        ))}
      </span>
    </output>
  );
}
