import type { ReactNode } from 'react';
import styles from './kbd.module.css';

/** Keys are named from the left: an arrow would change its place otherwise. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd dir="ltr" className={styles['kbd']}>
      {children}
    </kbd>
  );
}
