import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './button.module.css';
import { Icon, type IconShape } from '../marks/icon.tsx';

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> {
  readonly icon?: IconShape | undefined;
  readonly label: string;
  /** Part of the label, shown next to the icon if there is room. */
  readonly words?: string | undefined;
  readonly size?: 'small' | 'medium';
  readonly isMirrored?: boolean;
  readonly face?: ReactNode;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, words, size = 'medium', isMirrored = false, face, ...rest } = props;
  return (
    <button
      type="button"
      data-tooltip={label}
      {...rest}
      aria-label={label}
      className={classes(styles['iconButton'], size === 'small' && styles['small'])}
    >
      {icon !== undefined && <Icon of={icon} size={size === 'small' ? 18 : 20} isMirrored={isMirrored} />}
      {words !== undefined && <span className={styles['words']}>{words}</span>}
      {face}
    </button>
  );
}
