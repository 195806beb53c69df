import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Icon, type IconShape } from '../marks/icon.tsx';

interface EmptyStateProps {
  readonly icon: IconShape;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  readonly headingLevel?: 1 | 2;
}

export function EmptyState({ icon, title, text, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className={styles['empty']}>
      <span className={styles['disc']}>
        <Icon of={icon} size={32} />
      </span>
      <Heading className={styles['title']} tabIndex={headingLevel === 1 ? -1 : undefined}>
        {title}
      </Heading>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
