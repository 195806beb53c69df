import type { Person } from '@coffer/contracts';
import { loaderOf } from '../../catalogs/loaders.ts';
import { Branding } from '../../features/branding/index.ts';
import { MailSettings } from '../../features/mail/index.ts';
import { AdminSettings } from '../../features/settings/index.ts';
import { activateLocale, currentLocale } from '../../lib/language/i18n.ts';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { PageTabs } from '../../ui/page/page-tabs.tsx';
import { NotFound } from '../loading/lazy-not-found.ts';
import { useAdministrationText } from './texts.ts';

/** Members get the page for an unknown URL. */
export function AdminSettingsRoute({
  person,
  tab,
}: {
  readonly person: Person;
  readonly tab: 'general' | 'branding' | 'mail';
}) {
  const text = useAdministrationText();
  if (person.role === 'member') return <NotFound />;
  const tabs = (
    <PageTabs
      label={text('administration.settings')}
      links={[
        { href: '/admin/settings', label: text('administration.general'), isCurrent: tab === 'general' },
        {
          href: '/admin/settings/branding',
          label: text('administration.branding'),
          isCurrent: tab === 'branding',
        },
        { href: '/admin/settings/mail', label: text('administration.mail'), isCurrent: tab === 'mail' },
      ]}
    />
  );
  return (
    <PageFrame title={text('administration.settings')} tabs={tabs}>
      {tab === 'general' && <AdminSettings />}
      {tab === 'branding' && <Branding onChanged={drawAgain} />}
      {tab === 'mail' && <MailSettings />}
    </PageFrame>
  );
}

/** Loads all texts again, because some of them contain the brand name. */
async function drawAgain(): Promise<void> {
  const locale = currentLocale();
  await activateLocale(locale, loaderOf(locale));
}
