import type { Aim } from './aim.ts';
import styles from './drop.module.css';
import { useText } from './texts.ts';

export function DropHint({ act, name }: Aim) {
  const text = useText();
  return (
    <div className={styles['drop']}>
      <p>{text(`drop.${act}`, { name })}</p>
    </div>
  );
}
