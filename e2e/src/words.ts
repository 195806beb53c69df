import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the web application says in one language, by key. `{name}` is filled in; plurals are not made. */
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
    return message.replaceAll(/\{(\w+)\}/g, (_, fact: string) => {
      const value = facts[fact] ?? `{${fact}}`;
      // What runs against the direction of the sentence is isolated on the page.
      return locale === 'ar' && /[A-Za-z]/.test(value) ? `\u2068${value}\u2069` : value;
    });
  };
}
