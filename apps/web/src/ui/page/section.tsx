import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  /** For links from elsewhere in the page. */
  readonly id?: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page of settings: what it is at the start, its controls beside it, below it on a phone. */
export function Section({ id, title, description, children }: SectionProps) {
  const heading = useId();
  return (
    <section id={id} className={styles['section']} aria-labelledby={heading} tabIndex={-1}>
      <header className={styles['header']}>
        <h2 id={heading} className={styles['title']}>
          {title}
        </h2>
        {description !== undefined && <p className={styles['description']}>{description}</p>}
      </header>
      <div className={styles['controls']}>{children}</div>
    </section>
  );
}

/** Moves focus and sight to a section. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}
