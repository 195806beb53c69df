import { classes } from '../../lib/classes.ts';
import styles from './spinner.module.css';

interface SpinnerProps {
  readonly label?: string;
  readonly size?: 'small' | 'large';
}

export function Spinner({ label, size = 'small' }: SpinnerProps) {
  const ring = (
    <span className={classes(styles['ring'], size === 'large' && styles['large'])} aria-hidden="true" />
  );
  if (label === undefined) return ring;
  return (
    <output className={styles['spinner']}>
      {ring}
      <span className="visually-hidden">{label}</span>
    </output>
  );
}
