import { useFormats } from '../../lib/format.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import styles from './sign-in.module.css';
import { useText } from './texts.ts';

export interface Wait {
  readonly leftMs: number;
  readonly isWaiting: boolean;
  /** There was a wait and it is over. */
  readonly isOver: boolean;
}

/** The wait that the server asks for after too many tries. */
export function useWait(untilMs: number | undefined): Wait {
  const leftMs = useCountdown(untilMs);
  return { leftMs, isWaiting: leftMs > 0, isOver: untilMs !== undefined && leftMs === 0 };
}

/** Shows the seconds; says only that the wait is over, because a countdown read aloud is noise. */
export function WaitNote({ wait }: { readonly wait: Wait }) {
  const text = useText();
  const { duration } = useFormats();
  return (
    <>
      {wait.isWaiting && (
        <p className={styles['muted']}>{text('sign-in.waitFor', { time: duration(wait.leftMs) })}</p>
      )}
      <p role="status" className={wait.isOver ? styles['muted'] : 'visually-hidden'}>
        {wait.isOver && text('sign-in.waitOver')}
      </p>
    </>
  );
}
