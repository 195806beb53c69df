import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './button.module.css';
import { Icon, type IconShape } from '../marks/icon.tsx';
import { Spinner } from '../feedback/spinner.tsx';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly tone?: ButtonTone;
  readonly icon?: IconShape;
  readonly isBusy?: boolean;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { tone = 'secondary', icon, isBusy = false, isWide = false, children, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={classes(styles['button'], styles[tone], isWide && styles['wide'])}
    >
      {isBusy ? <Spinner /> : icon !== undefined && <Icon of={icon} size={18} />}
      <span className={styles['label']}>{children}</span>
    </button>
  );
}
