import { classes } from '../../lib/classes.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1; undefined while the progress is unknown. */
  readonly value: number | undefined;
  readonly valueText?: string;
  readonly tone?: 'accent' | 'danger' | 'success';
  /** `meter` for an amount, `progressbar` for the progress of work. */
  readonly kind?: 'progressbar' | 'meter';
}

export function ProgressBar({
  label,
  value,
  valueText,
  tone = 'accent',
  kind = 'progressbar',
}: ProgressBarProps) {
  const part = value === undefined ? undefined : Math.min(1, Math.max(0, value));
  return (
    <div
      role={kind}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={part === undefined ? undefined : Math.round(part * 100)}
      aria-valuetext={valueText}
      className={styles['track']}
    >
      <div
        className={classes(styles['fill'], styles[tone], part === undefined && styles['unknown'])}
        style={part === undefined ? undefined : { inlineSize: `${part * 100}%` }}
      />
    </div>
  );
}
