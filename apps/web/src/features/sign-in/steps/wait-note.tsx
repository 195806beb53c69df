import { useTimeFormats } from '../../../lib/language/time-format.ts';
import styles from '../sign-in.module.css';
import type { Wait } from '../use-wait.ts';
import { useText } from './texts.ts';

/** Announces only the end of the wait to screen readers. */
export function WaitNote({ wait }: { readonly wait: Wait }) {
  const text = useText();
  const { duration } = useTimeFormats();
  return (
    <>
      {wait.isWaiting && (
        <p className={styles['muted']}>{text('sign-in.waitFor', { time: duration(wait.leftMs) })}</p>
      )}
      <output className={wait.isOver ? styles['muted'] : 'visually-hidden'}>
        {wait.isOver && text('sign-in.waitOver')}
      </output>
    </>
  );
}
