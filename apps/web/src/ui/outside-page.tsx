import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import styles from './outside-page.module.css';

interface OutsidePageProps {
  readonly brand: string;
  readonly children: ReactNode;
}

export function OutsidePage({ brand, children }: OutsidePageProps) {
  return (
    <div className={styles['page']}>
      <header className={styles['brand']}>
        <Logo size={28} />
        <span>{brand}</span>
      </header>
      <main className={styles['card']}>{children}</main>
    </div>
  );
}
