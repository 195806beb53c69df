import type { ReactNode } from 'react';
import { brand } from '../../lib/brand.ts';
import { Dome } from './dome.tsx';
import { Logo } from '../marks/logo.tsx';
import styles from './outside-page.module.css';

interface OutsidePageProps {
  /** A sentence on the ceiling next to the content. */
  readonly sentence: string;
  /** How many coffers of the ceiling are lit. */
  readonly lit?: number;
  readonly children: ReactNode;
}

/**
 * A page outside the application: content at the start, next to a coffered ceiling. On a phone the ceiling is above it.
 */
export function OutsidePage({ sentence, lit = 1, children }: OutsidePageProps) {
  return (
    <div className={styles['page']}>
      <header className={styles['brand']}>
        <Logo size={28} />
        <bdi>{brand.name}</bdi>
      </header>
      <main className={styles['content']}>{children}</main>
      <aside className={styles['ceiling']}>
        <Dome lit={lit} />
        <p className={styles['sentence']}>{sentence}</p>
      </aside>
    </div>
  );
}
