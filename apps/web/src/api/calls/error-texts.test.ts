import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, ISSUE_CODES } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { isLocale, LOCALES } from '../../lib/language/locales.ts';
import { LOCAL_ERROR_CODES } from './error.ts';

const LANGUAGES = Object.keys(LOCALES).filter(isLocale);

function messagesOf(language: string): ReadonlyMap<string, unknown> {
  const json: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, `../messages/${language}.json`), 'utf8'),
  );
  return new Map(typeof json === 'object' && json !== null ? Object.entries(json) : []);
}

test.each(LANGUAGES)('every error code has words in %s', (language) => {
  const words = messagesOf(language);
  const silent = [...ERROR_CODES, ...LOCAL_ERROR_CODES].filter((code) => !words.has(`errors.${code}`));
  expect(silent).toEqual([]);
});

test.each(LANGUAGES)('every reason to refuse a field has words in %s', (language) => {
  const words = messagesOf(language);
  expect(ISSUE_CODES.filter((code) => !words.has(`issues.${code}`))).toEqual([]);
});

test('unknown codes have no message', () => {
  const known = new Set([
    ...[...ERROR_CODES, ...LOCAL_ERROR_CODES].map((code) => `errors.${code}`),
    ...ISSUE_CODES.map((code) => `issues.${code}`),
    'errors.reference',
  ]);
  expect([...messagesOf('en').keys()].filter((id) => !known.has(id))).toEqual([]);
});
