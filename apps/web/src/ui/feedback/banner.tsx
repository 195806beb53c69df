import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './banner.module.css';
import { Icon } from '../marks/icon.tsx';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const;

interface BannerProps {
  readonly tone: keyof typeof ICONS;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly isAlert?: boolean;
}

export function Banner({ tone, title, children, action, isAlert = false }: BannerProps) {
  return (
    <div role={isAlert ? 'alert' : undefined} className={classes(styles['banner'], styles[tone])}>
      <Icon of={ICONS[tone]} className={styles['icon']} />
      <div className={styles['words']}>
        {title !== undefined && <p className={styles['title']}>{title}</p>}
        {children}
      </div>
      {action !== undefined && <div>{action}</div>}
    </div>
  );
}
