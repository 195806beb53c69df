import { classes } from '../lib/classes.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; the place that the real thing will take, so that nothing jumps. */
  readonly width?: string;
  readonly height?: string;
  readonly isRound?: boolean;
}

/** A grey bar in the place of something that is on its way. Silent: the view around it says that it is busy. */
export function Skeleton({ width = '100%', height = '1rem', isRound = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(styles['skeleton'], isRound && styles['round'])}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}
