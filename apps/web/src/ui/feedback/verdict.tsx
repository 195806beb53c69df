import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { Icon } from '../marks/icon.tsx';
import styles from './verdict.module.css';

const ICONS = { success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const;

interface VerdictProps {
  readonly tone: keyof typeof ICONS;
  /** A single sentence. */
  readonly title: string;
  readonly children?: ReactNode;
  /** The one next step to take. */
  readonly action?: ReactNode;
}

/** States in one sentence, at the top of a page, whether all is well. */
export function Verdict({ tone, title, children, action }: VerdictProps) {
  return (
    <div className={classes(styles['verdict'], styles[tone])}>
      <span className={styles['mark']}>
        <Icon of={ICONS[tone]} size={24} />
      </span>
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {children !== undefined && <p>{children}</p>}
      </div>
      {action}
    </div>
  );
}
