// Browsers too old for the application must still run public/theme.js.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import { minified } from './minify-theme.ts';

const source = readFileSync(join(import.meta.dirname, '../public/theme.js'), 'utf8');
const script = minified(source);

async function isOf2015(code: string): Promise<boolean> {
  const [as2015, asItStands] = await Promise.all(
    ['es2015', 'esnext'].map(async (target) => await transformWithOxc(code, 'theme.js', { target })),
  );
  return as2015?.code === asItStands?.code;
}

test.each([
  ['as source', source],
  ['as built', script],
])('a browser of 2017 can parse the script %s', async (_, code) => {
  expect(await isOf2015(code)).toBe(true);
});

test.each([
  'try { a() } catch { b() }',
  'a?.b',
  'a ?? b',
  'a ||= b',
  'a ** b',
  'let a = { ...b }',
  'async () => { await a }',
  'class A { a = 1 }',
])('newer syntax is detected: %s', async (younger) => {
  expect(await isOf2015(younger)).toBe(false);
});

interface Browser {
  readonly [name: string]: unknown;
  readonly document: {
    readonly documentElement: { readonly dataset: Record<string, string>; readonly popover: null };
    readonly [name: string]: unknown;
  };
}

function browser(): Browser & { readonly words: { hidden: boolean } } {
  const words = { hidden: true, style: {} };
  return {
    document: {
      documentElement: { dataset: {}, popover: null },
      addEventListener: (_: string, begin: () => void) => begin(),
      getElementById: () => ({}),
      querySelector: () => words,
    },
    localStorage: { getItem: () => null },
    navigator: { languages: ['en'] },
    CSS: { supports: () => true },
    AbortSignal: { any: () => undefined },
    IDBFactory: { prototype: { databases: () => undefined } },
    words,
    addEventListener: () => undefined,
  };
}

function isTooOld(change: string): boolean {
  const { words, ...page } = browser();
  const context = createContext(page);
  runInContext(change, context);
  runInContext(script, context);
  const isMarked = 'outdated' in page.document.documentElement.dataset;
  expect(words.hidden).toBe(!isMarked);
  return isMarked;
}

test.each([
  ['light-dark()', 'CSS.supports = (name, value) => !value.startsWith("light-dark(")'],
  ['popovers', 'delete document.documentElement.popover'],
  ['AbortSignal.any', 'delete AbortSignal.any'],
  ['indexedDB.databases', 'delete IDBFactory.prototype.databases'],
  [
    'any of them',
    'delete globalThis.AbortSignal; delete IDBFactory.prototype.databases; CSS.supports = () => false',
  ],
])('a browser without %s is reported as too old', (_, change) => {
  expect(isTooOld(change)).toBe(true);
});

test.each([
  ['has every feature', ''],
  [
    'denies access to indexedDB',
    'Object.defineProperty(globalThis, "indexedDB", { get() { throw Error() } })',
  ],
  ['has no databases in a private window', 'globalThis.indexedDB = undefined'],
  ['has databases switched off', 'delete globalThis.IDBFactory'],
])('a browser that %s is supported', (_, change) => {
  expect(isTooOld(change)).toBe(false);
});
