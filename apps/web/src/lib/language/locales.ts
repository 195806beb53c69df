export const LOCALES = { en: 'English', ar: 'العربية' } as const;

export type Locale = keyof typeof LOCALES;

const RIGHT_TO_LEFT: readonly Locale[] = ['ar'];

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALES, value);
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(locale) ? 'rtl' : 'ltr';
}

export function chooseLocale(saved: Locale | undefined, wanted: readonly string[]): Locale {
  if (saved !== undefined) return saved;
  for (const tag of wanted) {
    const language = tag.split('-')[0]?.toLowerCase();
    if (isLocale(language)) return language;
  }
  return 'en';
}

/** Formats follow the browser's region, such as 21 Nov or Nov 21. */
export function regionalTag(language: Locale): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}
