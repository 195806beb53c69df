import type { ComponentProps } from 'react';
import { classes } from '../lib/classes.ts';
import styles from './button.module.css';
import { Icon, type IconShape } from './icon.tsx';

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  readonly icon: IconShape;
  /** The accessible name, shown as a tooltip too. */
  readonly label: string;
  readonly size?: 'small' | 'medium';
  readonly isMirrored?: boolean;
}

export function IconButton({ icon, label, size = 'medium', isMirrored = false, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      data-tooltip={label}
      {...rest}
      aria-label={label}
      className={classes(styles['iconButton'], size === 'small' && styles['small'])}
    >
      <Icon of={icon} size={size === 'small' ? 18 : 20} isMirrored={isMirrored} />
    </button>
  );
}
