import { Skeleton } from '../feedback/skeleton.tsx';
import styles from './waiting-rows.module.css';

const ROWS = 8;

/** Placeholders for the rows of a table while they load. */
export function WaitingRows({ label }: { readonly label: string }) {
  return (
    <output aria-label={label} className={styles['waiting']}>
      {Array.from({ length: ROWS }, (_, row) => (
        <Skeleton key={row} height="40px" />
      ))}
    </output>
  );
}
