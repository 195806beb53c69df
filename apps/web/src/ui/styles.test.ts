// The compiler checks neither CSS classes nor custom properties.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '..');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map((path) => join(SOURCE, path));
const sheets = files.filter((path) => path.endsWith('.css'));
const modules = sheets.filter((path) => path.endsWith('.module.css'));
const scripts = files.filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'));
const text = new Map([...sheets, ...scripts].map((path) => [path, readFileSync(path, 'utf8')]));

function usedClasses(): ReadonlyMap<
  string,
  { readonly names: ReadonlySet<string>; readonly isOpen: boolean }
> {
  const used = new Map<string, { names: Set<string>; isOpen: boolean }>();
  for (const path of scripts) {
    const source = text.get(path) ?? '';
    for (const [, local = '', target = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = resolve(dirname(path), target);
      const entry = used.get(sheet) ?? { names: new Set<string>(), isOpen: false };
      used.set(sheet, entry);
      for (const [, name = ''] of source.matchAll(new RegExp(String.raw`\b${local}\['([\w-]+)'\]`, 'g'))) {
        entry.names.add(name);
      }
      if (new RegExp(String.raw`\b${local}\[[^'\]]`).test(source)) entry.isOpen = true;
    }
  }
  return used;
}

function definedClasses(sheet: string): ReadonlySet<string> {
  const source = (text.get(sheet) ?? '').replaceAll(/\/\*.*?\*\//gs, '');
  return new Set(Array.from(source.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g), ([, name = '']) => name));
}

test('every class that a part uses is in its style sheet', () => {
  const missing = [...usedClasses()].flatMap(([sheet, { names }]) => {
    const defined = definedClasses(sheet);
    return [...names]
      .filter((name) => !defined.has(name))
      .map((name) => `${relative(SOURCE, sheet)}: .${name}`);
  });
  expect(missing).toEqual([]);
});

test('every class of a style sheet is used', () => {
  const used = usedClasses();
  const idle = modules.flatMap((sheet) => {
    const entry = used.get(sheet);
    if (entry?.isOpen === true) return [];
    return [...definedClasses(sheet)]
      .filter((name) => entry?.names.has(name) !== true)
      .map((name) => `${relative(SOURCE, sheet)}: .${name}`);
  });
  expect(idle).toEqual([]);
});

const FOREIGN = ['--total-scale-factor'];

test('every variable that a style sheet reads is defined', () => {
  const defined = new Set<string>(FOREIGN);
  for (const source of text.values()) {
    const definitions = source.matchAll(/(--[\w-]+)['"]?\]?:|setProperty\('(--[\w-]+)'/g);
    for (const [, written, set] of definitions) defined.add(written ?? set ?? '');
  }
  const unknown = sheets.flatMap((sheet) =>
    Array.from((text.get(sheet) ?? '').matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name)
      .filter((name) => !defined.has(name))
      .map((name) => `${basename(sheet)}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('no style sheet says left or right, so that every page can be turned over', () => {
  const physical =
    /(?:^|[\s;{])(?:margin|padding|border|inset)-(?:left|right)\b|(?:^|[\s;{])(?:left|right)\s*:|text-align:\s*(?:left|right)|float:\s*(?:left|right)/;
  const sinners = sheets.filter((sheet) =>
    physical.test((text.get(sheet) ?? '').replaceAll(/\/\*.*?\*\//gs, '')),
  );
  expect(sinners.map((sheet) => relative(SOURCE, sheet))).toEqual([]);
});

test('only the sheets of ui stand in its layer, so that features override them in any order', () => {
  const misplaced = modules.filter((path) => {
    const isInLayer = text.get(path)?.includes('@layer ui {') === true;
    return isInLayer !== relative(SOURCE, path).startsWith('ui/');
  });
  expect(misplaced).toEqual([]);
});
