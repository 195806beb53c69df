import type { ReactNode } from 'react';
import { brand } from '../../lib/brand.ts';
import { classes } from '../../lib/classes.ts';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import { Logo } from '../../ui/marks/logo.tsx';
// Includes the styles of lazy parts, because each separate style sheet costs a request.
import './guest-file.module.css';
import './guest-items.module.css';
import styles from './guest.module.css';

interface GuestFrameProps {
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function GuestFrame({ isWide = false, children }: GuestFrameProps) {
  return (
    <div className={styles['page']}>
      <header className={styles['brand']}>
        <Logo size={24} />
        <bdi>{brand.name}</bdi>
      </header>
      <main className={classes(styles['main'], isWide && styles['wide'])}>{children}</main>
    </div>
  );
}

interface GuestCardProps {
  readonly icon?: IconShape;
  readonly children: ReactNode;
}

export function GuestCard({ icon, children }: GuestCardProps) {
  return (
    <div className={styles['card']}>
      {icon !== undefined && (
        <span className={styles['badge']}>
          <Icon of={icon} size={32} />
        </span>
      )}
      {children}
    </div>
  );
}
