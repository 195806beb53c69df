import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LOCALES } from '../src/lib/language/locales.ts';
import { OLDEST_BROWSERS } from './oldest-browsers.ts';

const { chrome, firefox, safari } = OLDEST_BROWSERS;
const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

test('the document names the oldest browsers that the application is built for', () => {
  const from = Array.from(
    read('../../docs/browsers.md').matchAll(/^\| (Chromium|Firefox|WebKit) \|.*\| ([^|]+) \|$/gm),
    ([, family, version]) => [family, version],
  );
  expect(from).toEqual([
    ['Chromium', chrome],
    ['Firefox', firefox],
    ['WebKit', `Safari ${safari}`],
  ]);
});

test.each(Object.keys(LOCALES))('an older browser gets the notice in %s', (locale) => {
  const page = read('index.html');
  const toldBy = (element: string): string | undefined =>
    new RegExp(`<${element}\\b[^>]* lang="${locale}"[^>]*>(.*?)</${element}>`, 's').exec(page)?.[1];
  for (const name of [`Chrome ${chrome}`, `Edge ${chrome}`, `Firefox ${firefox}`, `Safari ${safari}`]) {
    expect(toldBy('main')).toContain(name);
    expect(toldBy('div')).toContain(name);
  }
});
