import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './link-lists.module.css';
import { useText } from './texts.ts';

const ROWS = 5;

export function Waiting() {
  const text = useText();
  return (
    <output aria-label={text('linkLists.loading')} className={styles['waiting']}>
      {Array.from({ length: ROWS }, (_, row) => (
        <Skeleton key={row} height="48px" />
      ))}
    </output>
  );
}
