import type { FormEventHandler, ReactNode, Ref } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './stack.module.css';

interface Children {
  readonly children: ReactNode;
}

export function Stack({ children }: Children) {
  return <div className={styles['stack']}>{children}</div>;
}

interface FormProps extends Children {
  readonly ref?: Ref<HTMLFormElement>;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
}

export function Form({ ref, onSubmit, children }: FormProps) {
  return (
    <form ref={ref} className={styles['stack']} onSubmit={onSubmit} noValidate>
      {children}
    </form>
  );
}

/** `isApart`: text at the start, actions at the end. */
export function Row({ isApart = false, children }: Children & { readonly isApart?: boolean }) {
  return <div className={classes(styles['row'], isApart && styles['apart'])}>{children}</div>;
}

export function List({ label, children }: Children & { readonly label: string }) {
  return (
    <ul aria-label={label} className={styles['list']}>
      {children}
    </ul>
  );
}

export function ListItem({ children }: Children) {
  return (
    <li className={styles['item']}>
      <Row isApart>{children}</Row>
    </li>
  );
}

export function Words({ children }: Children) {
  return <div className={styles['words']}>{children}</div>;
}

export function Muted({ children }: Children) {
  return <p className={styles['muted']}>{children}</p>;
}
