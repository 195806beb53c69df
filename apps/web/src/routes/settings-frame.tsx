import type { ReactNode } from 'react';
import { usePath } from '../lib/use-location.ts';
import { Link } from '../ui/link.tsx';
import styles from './settings-frame.module.css';
import { useText } from './texts.ts';

const PAGES = [
  { href: '/settings/security', label: 'routes.security' },
  { href: '/settings/appearance', label: 'routes.appearance' },
] as const;

/** The pages of the settings, side by side. */
export function SettingsFrame({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const path = usePath();
  return (
    <div className={styles['settings']}>
      <nav className={styles['pages']} aria-label={text('routes.settings')}>
        {PAGES.map(({ href, label }) => (
          <Link
            key={href}
            href={href}
            className={styles['page']}
            aria-current={href === path ? 'page' : undefined}
          >
            {text(label)}
          </Link>
        ))}
      </nav>
      <div className={styles['body']}>{children}</div>
    </div>
  );
}
