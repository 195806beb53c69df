import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  /** Target of links on the same page. */
  readonly id?: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a settings page: description at the start and controls next to it, or below it on a phone. */
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

/** Scrolls to a section and focuses it. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}
