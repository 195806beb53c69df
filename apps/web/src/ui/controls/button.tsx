import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './button.module.css';
import { Icon, type IconShape } from '../marks/icon.tsx';
import { Spinner } from '../feedback/spinner.tsx';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly tone?: ButtonTone;
  readonly icon?: IconShape;
  readonly isMirrored?: boolean;
  readonly isBusy?: boolean;
  /** Looks and acts as disabled, but keeps the focus. */
  readonly isOff?: boolean;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { tone = 'secondary', icon, isMirrored = false, isBusy = false, isOff = false, ...others } = props;
  const isIdle = isBusy || isOff;
  const { isWide = false, children, onClick, ...rest } = others;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isIdle || undefined}
      aria-busy={isBusy || undefined}
      onClick={isIdle ? (event) => event.preventDefault() : onClick}
      className={classes(styles['button'], styles[tone], isWide && styles['wide'])}
    >
      {isBusy ? <Spinner /> : icon !== undefined && <Icon of={icon} size={18} isMirrored={isMirrored} />}
      <span className={styles['label']}>{children}</span>
    </button>
  );
}
