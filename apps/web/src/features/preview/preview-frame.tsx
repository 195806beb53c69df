import { useFormats } from '../../lib/language/format.ts';
import styles from './preview.module.css';
import { useText } from './texts.ts';
import type { Around } from './viewer.ts';

export function stepTo(around: Around, by: 1 | -1): (() => void) | undefined {
  const other = around.at(by);
  return other === undefined ? undefined : () => around.show(other);
}

interface PositionProps {
  /** `index` counts from 1. */
  readonly position?: { readonly index: number; readonly total: number } | undefined;
}

export function Position({ position }: PositionProps) {
  const text = useText();
  const { number } = useFormats();
  if (position === undefined) return null;
  const { index, total } = position;
  return (
    <p className={styles['position']}>
      {text('preview.position', { index: number(index), total: number(total) })}
    </p>
  );
}
