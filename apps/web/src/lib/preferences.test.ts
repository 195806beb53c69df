import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { chooseLocale, directionOf, isLocale, LOCALES } from './language/locales.ts';
import { DENSITIES, parsePreferences, THEMES } from './preferences.ts';

const DEFAULTS = {
  theme: 'system',
  density: 'cosy',
  view: 'list',
  hiddenColumns: [],
  columnOrder: [],
  columnWidths: {},
  hasDetails: false,
  hasTree: false,
  hasLetterKeys: true,
};

test('known values are kept', () => {
  const saved = {
    theme: 'dark',
    density: 'compact',
    view: 'grid',
    hiddenColumns: ['kind'],
    columnOrder: ['name', 'modified', 'kind'],
    columnWidths: { size: 120 },
    groupBy: 'modified',
    hasDetails: true,
    hasTree: true,
    hasLetterKeys: false,
    locale: 'ar',
    sorting: { column: 'size', order: 'desc' },
  };
  expect(parsePreferences(saved)).toEqual(saved);
});

test.each([
  undefined,
  null,
  'dark',
  7,
  [],
  {},
  { theme: 'pink', density: 3, view: null, locale: 'xx', columnWidths: { size: '1px' } },
  { columnOrder: 'name', hiddenColumns: { 0: 'kind' } },
  { columnOrder: [1, null, {}] },
])('the stored value %j gives the defaults', (saved) => {
  expect(parsePreferences(saved)).toEqual(DEFAULTS);
});

test('unknown members are dropped', () => {
  expect(parsePreferences({ theme: 'light', token: 'secret' })).toEqual({ ...DEFAULTS, theme: 'light' });
});

const script = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8');

function painted(stored: string | null | Error, languages: readonly string[], isNew = true) {
  const root = { lang: '', dir: '', popover: null, dataset: {} as Record<string, string> };
  const localStorage = {
    getItem: (key: string): string | null => {
      if (stored instanceof Error) throw stored;
      return key === 'coffer.preferences' ? stored : null;
    },
  };
  const begun: (() => void)[] = [];
  runInNewContext(script, {
    addEventListener: () => undefined,
    document: {
      documentElement: root,
      addEventListener: (_: string, begin: () => void) => begun.push(begin),
    },
    localStorage,
    navigator: { languages },
    CSS: { supports: () => true },
    AbortSignal: { any: isNew ? () => undefined : undefined },
    IDBFactory: { prototype: { databases: () => undefined } },
  });
  expect(begun).toHaveLength(isNew ? 0 : 1);
  return root;
}

test('the first paint chooses the same language and direction as the application', () => {
  const wanted = [['ar-EG', 'en'], ['fr', 'en'], ['fr'], []];
  const saved = [undefined, ...Object.keys(LOCALES)];
  for (const languages of wanted) {
    for (const locale of saved) {
      const chosen = chooseLocale(isLocale(locale) ? locale : undefined, languages);
      const root = painted(JSON.stringify({ locale }), languages);
      expect([root.lang, root.dir]).toEqual([chosen, directionOf(chosen)]);
    }
  }
});

test('the first paint has the saved theme and density', () => {
  for (const theme of THEMES) {
    for (const density of DENSITIES) {
      const { dataset } = painted(JSON.stringify({ theme, density }), ['en']);
      expect(dataset).toEqual({ density, ...(theme === 'system' ? {} : { theme }) });
    }
  }
});

test.each(['{', 'null', '[]', '"dark"', '{"theme":"<script>"}', null, new Error('forbidden')])(
  'the first paint survives a storage that holds %s',
  (stored) => {
    expect(painted(stored, ['en'])).toMatchObject({ lang: 'en', dir: 'ltr', dataset: {} });
  },
);

test('a browser that lacks something is marked, so that the application does not start in it', () => {
  expect(painted(null, ['en'], false).dataset).toEqual({ outdated: '' });
});
