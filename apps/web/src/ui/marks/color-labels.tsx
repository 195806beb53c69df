import { useFormats } from '../../lib/language/format.ts';
import { ColorDot } from './color-dot.tsx';
import styles from './color-labels.module.css';

interface ColorLabelsProps {
  readonly labels: readonly { readonly id: string; readonly name: string; readonly color: string }[];
  /** Adds a background, because a picture may have any color. */
  readonly isOnPicture?: boolean;
}

const SHOWN = 2;

/**
 * Decorative: assistive technology needs the names in words. CSS draws the names, so that they do not mix with text
 * that is read out.
 */
export function ColorLabels({ labels, isOnPicture = false }: ColorLabelsProps) {
  const { number } = useFormats();
  const left = labels.length - SHOWN;
  return (
    <span
      aria-hidden="true"
      title={labels.map(({ name }) => name).join(', ')}
      className={styles['labels']}
      data-on-picture={isOnPicture || undefined}
    >
      {labels.slice(0, SHOWN).map(({ id, name, color }) => (
        <span key={id} className={styles['label']}>
          <ColorDot color={color} />
          <span className={styles['name']} data-words={name} />
        </span>
      ))}
      {left > 0 && <span dir="ltr" className={styles['more']} data-words={`+${number(left)}`} />}
    </span>
  );
}
