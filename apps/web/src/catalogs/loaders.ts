import type { CatalogLoader } from '../lib/i18n.ts';
import type { Locale } from '../lib/locales.ts';

const LOADERS: Readonly<Record<Exclude<Locale, 'en'>, CatalogLoader>> = {
  ar: async () => (await import('./ar.ts')).messages,
};

/** How the messages of a language are fetched; English is part of the features. */
export function loaderOf(locale: Locale): CatalogLoader | undefined {
  return locale === 'en' ? undefined : LOADERS[locale];
}
