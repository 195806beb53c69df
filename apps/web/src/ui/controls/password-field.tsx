import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './field.module.css';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';

export interface PasswordFieldProps
  extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'value'> {
  readonly label: string;
  readonly showLabel: string;
  readonly hideLabel: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** Uncontrolled, so that the password never enters React state. */
export function PasswordField({ label, showLabel, hideLabel, hint, error, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className={styles['control']}>
          <input
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            {...input}
            {...ids}
            type={isShown ? 'text' : 'password'}
            className={classes(styles['input'], styles['withEnd'])}
          />
          <span className={styles['end']}>
            <IconButton
              icon={isShown ? EyeOff : Eye}
              label={isShown ? hideLabel : showLabel}
              onClick={() => setShown(!isShown)}
            />
          </span>
        </span>
      )}
    </Field>
  );
}
