import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface SectionProps {
  /** For links from elsewhere in the page. */
  readonly id?: string;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a settings page: description at the start, controls next to it; on a phone below it. */
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
