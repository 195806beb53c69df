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
  /** A small round picture in the place of the icon: a `data:` address. */
  readonly picture?: string | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, size = 'medium', isMirrored = false, picture, ...rest } = props;
  return (
    <button
      type="button"
      data-tooltip={label}
      {...rest}
      aria-label={label}
      className={classes(styles['iconButton'], size === 'small' && styles['small'])}
    >
      {picture === undefined ? (
        <Icon of={icon} size={size === 'small' ? 18 : 20} isMirrored={isMirrored} />
      ) : (
        <img className={styles['picture']} src={picture} alt="" />
      )}
    </button>
  );
}
