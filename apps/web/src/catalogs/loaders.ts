import type { CatalogLoader } from '../lib/language/i18n.ts';
import type { Locale } from '../lib/language/locales.ts';

const LOADERS: Readonly<Record<Exclude<Locale, 'en'>, CatalogLoader>> = {
  ar: async () => (await import('./ar.ts')).messages,
};

/** Undefined for English, which is bundled with the features. */
export function loaderOf(locale: Locale): CatalogLoader | undefined {
  return locale === 'en' ? undefined : LOADERS[locale];
}
