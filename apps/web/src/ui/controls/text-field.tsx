import type { ComponentProps, ReactNode } from 'react';
import styles from './field.module.css';
import { Field } from './field.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'children'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

export function TextField({ label, hint, error, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input type={type} dir="auto" {...input} {...ids} className={styles['input']} />}
    </Field>
  );
}
