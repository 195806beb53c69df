import { ar } from './messages/ar.ts';
import { en, type MessageKey, type Messages } from './messages/en.ts';

export type Language = 'en' | 'ar';

const LANGUAGES: Readonly<Record<Language, Messages>> = { en, ar };

export interface PageMessages {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  text(key: MessageKey, values?: Readonly<Record<string, string>>): string;
}

export function messagesFor(language: Language): PageMessages {
  const messages = LANGUAGES[language];
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    text: (key, values = {}) =>
      messages[key].replaceAll(/\{(\w+)\}/g, (whole: string, name: string) => values[name] ?? whole),
  };
}

export function otherThan(language: Language): Language {
  return language === 'ar' ? 'en' : 'ar';
}

/** The first supported language among the user's choice, the client's `lang`, and the browser's languages. */
export function chooseLanguage(
  wishes: readonly (string | undefined)[],
  acceptLanguage: string | null,
): Language {
  const accepted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => entry.split(';')[0]?.trim());
  for (const wish of [...wishes, ...accepted]) {
    const language = wish?.split('-')[0]?.toLowerCase();
    if (language === 'en' || language === 'ar') return language;
  }
  return 'en';
}
