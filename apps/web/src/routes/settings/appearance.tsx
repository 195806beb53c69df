import { loaderOf } from '../../catalogs/loaders.ts';
import { Appearance } from '../../features/appearance/index.ts';
import { activateLocale } from '../../lib/language/i18n.ts';
import type { Locale } from '../../lib/language/locales.ts';
import { SettingsFrame } from './frame.tsx';

export function AppearanceRoute() {
  return (
    <SettingsFrame>
      <Appearance onLocale={changeLocale} />
    </SettingsFrame>
  );
}

async function changeLocale(locale: Locale): Promise<void> {
  await activateLocale(locale, loaderOf(locale));
}
