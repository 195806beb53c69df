import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compileMessage } from '../../../build/compile-catalogs.ts';
import { activateLocale, currentLocale, onLocaleChange, textsOf } from './i18n.ts';

const root = { lang: '', dir: '' };
const { text } = textsOf({
  'test.hello': compileMessage('Hello, {name}'),
  'test.files': compileMessage('{count, plural, one {# file} other {# files}}'),
  'test.only-english': 'Only here',
});
const arabic = async () =>
  await Promise.resolve({
    'test.hello': compileMessage('أهلاً {name}'),
    'test.files': compileMessage(
      '{count, plural, zero {لا ملفات} one {ملف واحد} two {ملفان} few {# ملفات} many {# ملفاً} other {# ملف}}',
    ),
  });

const unreachable = async () => await Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: root });
});

afterEach(async () => {
  await activateLocale('en', undefined);
  vi.unstubAllGlobals();
});

test('values and plurals are filled in', () => {
  expect(text('test.hello', { name: 'Ada' })).toBe('Hello, Ada');
  expect(text('test.files', { count: 1 })).toBe('1 file');
  expect(text('test.files', { count: 12_345 })).toBe('12,345 files');
});

test('a value is plain text, whatever syntax it holds', () => {
  expect(text('test.hello', { name: '{count, plural}' })).toBe('Hello, {count, plural}');
  expect(text('test.hello', { name: '__proto__' })).toBe('Hello, __proto__');
  expect(text('test.hello', { name: String.raw`invoice\u202Efdp.exe` })).toBe(
    String.raw`Hello, invoice\u202Efdp.exe`,
  );
  expect(text('test.hello', { name: String.raw`a\x41.txt` })).toBe(String.raw`Hello, a\x41.txt`);
});

test('switching the language changes the direction of the page and notifies listeners', async () => {
  let changes = 0;
  const leave = onLocaleChange(() => {
    changes += 1;
  });
  await activateLocale('ar', arabic);
  expect(currentLocale()).toBe('ar');
  expect(root).toEqual({ lang: 'ar', dir: 'rtl' });
  expect(changes).toBe(1);
  expect(text('test.files', { count: 2 })).toBe('ملفان');
  expect(text('test.files', { count: 3 })).toContain('ملفات');
  leave();
  await activateLocale('en', undefined);
  expect(root).toEqual({ lang: 'en', dir: 'ltr' });
  expect(changes).toBe(1);
});

test('a value with another direction than the sentence is isolated', async () => {
  expect(text('test.hello', { name: 'صور' })).toBe('Hello, \u2068صور\u2069');
  expect(text('test.hello', { name: 'Ada' })).not.toContain('\u2068');
  await activateLocale('ar', arabic);
  expect(text('test.hello', { name: 'report.pdf' })).toBe('أهلاً \u2068report.pdf\u2069');
  expect(text('test.hello', { name: 'صور' })).toBe('أهلاً صور');
});

test('a language that failed to load leaves the page unchanged', async () => {
  await expect(activateLocale('ar', unreachable)).rejects.toThrow('Failed to fetch');
  expect(currentLocale()).toBe('en');
});

test.each([
  ['ar-EG', '٣ ملفات'],
  ['ar-AE', '3 ملفات'],
])('the numbers of a plural are those of the region: %s', async (tag, words) => {
  vi.stubGlobal('navigator', { languages: [tag] });
  await activateLocale('ar', arabic);
  expect(text('test.files', { count: 3 })).toBe(words);
});
