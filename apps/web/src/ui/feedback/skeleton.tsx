import { classes } from '../../lib/classes.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  readonly width?: string;
  readonly height?: string;
  readonly isRound?: boolean;
}

export function Skeleton({ width = '100%', height = '1rem', isRound = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(styles['skeleton'], isRound && styles['round'])}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}
