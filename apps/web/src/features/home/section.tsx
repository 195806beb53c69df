import { type ReactNode, useId } from 'react';
import { Link } from '../../ui/controls/link.tsx';
import styles from './home.module.css';
import { useText } from './texts.ts';

interface SectionProps {
  readonly title: string;
  /** A link to the page that lists everything. */
  readonly all?: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

export function Section({ title, all, children }: SectionProps) {
  const id = useId();
  const text = useText();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {all !== undefined && (
          <Link href={all.href} className={styles['all']} aria-label={all.label}>
            {text('home.seeAll')}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}
