import type { Person } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { StepUp } from '../features/step-up/index.ts';
import { usePath } from '../lib/use-location.ts';
import { Link } from '../ui/link.tsx';
import styles from './settings-frame.module.css';
import { useText } from './texts.ts';

const PAGES = [
  { href: '/settings/profile', label: 'routes.profile' },
  { href: '/settings/security', label: 'routes.security' },
  { href: '/settings/sessions', label: 'routes.devices' },
  { href: '/settings/appearance', label: 'routes.appearance' },
] as const;

interface SettingsFrameProps {
  /** Who can be asked to prove who they are, on pages with calls that want it. */
  readonly confirming?: { readonly person: Person; readonly onOther: () => Promise<void> };
  readonly children: ReactNode;
}

/** The pages of the settings, side by side. */
export function SettingsFrame({ confirming, children }: SettingsFrameProps) {
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
      {confirming !== undefined && <StepUp {...confirming} />}
    </div>
  );
}
