import type { Person } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { StepUp } from '../../features/step-up/index.ts';
import { usePath } from '../../lib/hooks/use-location.ts';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { PageTabs } from '../../ui/page/page-tabs.tsx';
import styles from './frame.module.css';
import { useText } from '../texts.ts';

const PAGES = [
  { href: '/settings/profile', label: 'routes.profile' },
  { href: '/settings/security', label: 'routes.security' },
  { href: '/settings/sessions', label: 'routes.devices' },
  { href: '/settings/tokens', label: 'routes.tokens' },
  { href: '/settings/notifications', label: 'routes.notifications' },
  { href: '/settings/appearance', label: 'routes.appearance' },
] as const;

interface SettingsFrameProps {
  /** Given for pages whose calls need the person to confirm their identity. */
  readonly confirming?: { readonly person: Person; readonly onOther: () => Promise<void> };
  readonly children: ReactNode;
}

export function SettingsFrame({ confirming, children }: SettingsFrameProps) {
  const text = useText();
  const path = usePath();
  const page = PAGES.find(({ href }) => href === path);
  const tabs = (
    <PageTabs
      label={text('routes.settings')}
      links={PAGES.map(({ href, label }) => ({ href, label: text(label), isCurrent: href === path }))}
    />
  );
  return (
    <PageFrame title={text(page?.label ?? 'routes.settings')} tabs={tabs}>
      <div className={styles['body']}>{children}</div>
      {confirming !== undefined && <StepUp {...confirming} />}
    </PageFrame>
  );
}
