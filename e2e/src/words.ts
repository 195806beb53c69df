import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The web application's messages of one language, by key. Fills in `{name}` and selects plural forms. */
export type Words = (key: string, facts?: Readonly<Record<string, string>>) => string;

const SOURCE = fileURLToPath(new URL('../../apps/web/src/', import.meta.url));

export function wordsOf(locale: 'en' | 'ar'): Words {
  const files = globSync(`**/messages/${locale}.json`, { cwd: SOURCE });
  const catalog = new Map<string, string>();
  for (const file of files) {
    const messages: Record<string, string> = JSON.parse(readFileSync(`${SOURCE}/${file}`, 'utf8'));
    for (const [key, message] of Object.entries(messages)) catalog.set(key, message);
  }
  return (key, facts = {}) => {
    const message = catalog.get(key);
    if (message === undefined) throw new Error(`nothing is said under ${key} in ${locale}`);
    return chooseCase(message, facts, locale).replaceAll(/\{(\w+)\}/g, (_, fact: string) => {
      const value = facts[fact] ?? `{${fact}}`;
      // The page isolates values of the opposite direction.
      return locale === 'ar' && /[A-Za-z]/.test(value) ? `\u2068${value}\u2069` : value;
    });
  };
}

/** `{count, plural, one {...} other {...}}` */
function chooseCase(message: string, facts: Readonly<Record<string, string>>, locale: string): string {
  const plural = /^\{(\w+), plural, (.*)\}$/.exec(message);
  const count = Number(facts[plural?.[1] ?? '']);
  if (plural === null) return message;
  const cases = new Map(
    Array.from((plural[2] ?? '').matchAll(/(\w+) \{([^}]*)\}/g), ([, name, words]) => [name, words] as const),
  );
  const chosen = cases.get(new Intl.PluralRules(locale).select(count)) ?? cases.get('other') ?? message;
  return chosen.replaceAll('#', new Intl.NumberFormat(locale).format(count));
}
