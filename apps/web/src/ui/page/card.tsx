import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  readonly title?: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, description, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header className={styles['header']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          {description !== undefined && <p className={styles['description']}>{description}</p>}
        </header>
      )}
      {children}
    </section>
  );
}
