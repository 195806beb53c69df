import type { ReactNode } from 'react';
import styles from './kbd.module.css';

/** Always left to right: otherwise an arrow would change its place. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd dir="ltr" className={styles['kbd']}>
      {children}
    </kbd>
  );
}
