import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'id' | 'children'> {
  readonly children: ReactNode;
}

export function Checkbox({ children, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <span className={styles['checkbox']}>
      <input {...input} id={id} type="checkbox" />
      <label htmlFor={id}>{children}</label>
    </span>
  );
}
