import type { LucideIcon } from 'lucide-react';
import { classes } from '../../lib/classes.ts';
import styles from './icon.module.css';

export type IconShape = LucideIcon;

interface IconProps {
  readonly of: IconShape;
  readonly size?: 16 | 18 | 20 | 24 | 32 | 40 | 48;
  readonly isMirrored?: boolean;
  readonly className?: string | undefined;
}

/** Hidden from assistive technology, so it must never be the only carrier of meaning. */
export function Icon({ of: Shape, size = 20, isMirrored = false, className }: IconProps) {
  return (
    <Shape
      aria-hidden="true"
      focusable="false"
      size={size}
      strokeWidth={size > 24 ? 1.5 : 1.75}
      className={classes(styles['icon'], isMirrored && styles['mirrored'], className)}
    />
  );
}
