import { ar } from './messages/ar.ts';
import { en, type MessageKey, type Messages } from './messages/en.ts';

export type Language = 'en' | 'ar';

const LANGUAGES: Readonly<Record<Language, Messages>> = { en, ar };

/** The words of a page, in its language. */
export interface Words {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** A text with its blanks filled in; the result is plain text, which the page escapes. */
  say(key: MessageKey, blanks?: Readonly<Record<string, string>>): string;
}

export function wordsOf(language: Language): Words {
  const messages = LANGUAGES[language];
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    say: (key, blanks = {}) =>
      messages[key].replaceAll(/\{(\w+)\}/g, (whole: string, name: string) => blanks[name] ?? whole),
  };
}

/** The one that a page offers beside its own. */
export function otherThan(language: Language): Language {
  return language === 'ar' ? 'en' : 'ar';
}

/** The first of the wishes that there is: a person's choice, `lang` of the client, then the browser's languages. */
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
