// Requirements with a browser are tested in e2e.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const HERE = import.meta.dirname;
const BROWSER = join(HERE, '../../../../e2e/src');

test('the requirements 1 to 28 all have a test', async () => {
  const here = (await readdir(HERE)).map((name) => join(HERE, name));
  const specs = (await readdir(BROWSER)).filter((name) => name.endsWith('.spec.ts'));
  const files = [...here, ...specs.map((name) => join(BROWSER, name))];
  const texts = await Promise.all(files.map(async (file) => await readFile(file, 'utf8')));
  const titles = texts.flatMap((text) => [...text.matchAll(/test\(\s*['"]requirement (\d+): /g)]);
  const numbers = new Set(titles.map((title) => Number(title[1])));
  expect([...numbers].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 28 }, (_, at) => at + 1),
  );
});
