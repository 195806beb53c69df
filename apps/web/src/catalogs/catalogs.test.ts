import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { isLocale, LOCALES } from '../lib/language/locales.ts';

const SOURCE = resolve(import.meta.dirname, '..');
const LANGUAGES = Object.keys(LOCALES).filter(isLocale);
const folders = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('messages/en.json'))
  .map((path) => join(SOURCE, path, '..'));

type Catalog = ReadonlyMap<string, string>;

function read(folder: string, language: string): Catalog {
  const json: unknown = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
  if (typeof json !== 'object' || json === null) throw new TypeError('a catalog is an object');
  return new Map(Object.entries(json).map(([id, message]) => [id, String(message)]));
}

function argumentsOf(tokens: unknown): readonly string[] {
  if (!Array.isArray(tokens)) return [];
  const names = tokens.flatMap((token: unknown): readonly string[] => {
    if (!Array.isArray(token)) return [];
    const [name, kind, cases] = token;
    const inner =
      typeof cases === 'object' && cases !== null ? Object.values(cases).flatMap(argumentsOf) : [];
    return [`${String(name)} ${String(kind ?? 'value')}`, ...inner];
  });
  return [...new Set(names)].toSorted();
}

function pluralCases(tokens: unknown): readonly (readonly string[])[] {
  if (!Array.isArray(tokens)) return [];
  return tokens.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return [];
    const [, kind, cases] = token;
    if (kind !== 'plural' || typeof cases !== 'object' || cases === null) return [];
    return [Object.keys(cases).filter((key) => key !== 'offset')];
  });
}

test('there are catalogs to check', () => {
  expect(folders.length).toBeGreaterThan(5);
});

test.each(folders.map((folder) => [relative(SOURCE, folder), folder] as const))(
  'the catalogs of %s say the same things in every language',
  (_name, folder) => {
    const english = read(folder, 'en');
    for (const language of LANGUAGES) {
      const other = read(folder, language);
      expect({ language, ids: [...other.keys()].toSorted() }).toEqual({
        language,
        ids: [...english.keys()].toSorted(),
      });
      for (const [id, message] of english) {
        const translated = compileMessageOrThrow(other.get(id) ?? '');
        expect({ id, values: argumentsOf(translated) }).toEqual({
          id,
          values: argumentsOf(compileMessageOrThrow(message)),
        });
      }
    }
  },
);

test.each(LANGUAGES)('every plural in %s has the cases of that language', (language) => {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const folder of folders) {
    for (const [id, message] of read(folder, language)) {
      for (const cases of pluralCases(compileMessageOrThrow(message))) {
        expect({ id, missing: wanted.filter((name) => !cases.includes(name)) }).toEqual({ id, missing: [] });
      }
    }
  }
});

test('no message is empty, and no id stands in two catalogs', () => {
  const ids = new Map<string, string>();
  for (const folder of folders) {
    for (const [id, message] of read(folder, 'en')) {
      expect({ id, isEmpty: message.trim() === '', alsoIn: ids.get(id) }).toEqual({ id, isEmpty: false });
      ids.set(id, folder);
    }
  }
});

test('every used message is in a catalog of its feature, and every message is used', () => {
  const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(join(SOURCE, path), 'utf8'))
    .join('\n');
  // Ids with a computed end are matched by prefix: `errors.${code}`.
  const computed = Array.from(sources.matchAll(/`([\w-]+(?:\.[\w-]+)*\.)\$\{/g), ([, start = '']) => start);
  const idle = folders
    .flatMap((folder) => [...read(folder, 'en').keys()])
    .filter((id) => !sources.includes(`'${id}'`) && !computed.some((start) => id.startsWith(start)));
  expect(idle).toEqual([]);
});
