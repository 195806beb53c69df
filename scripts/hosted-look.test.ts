import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const COLOUR = /--([\w-]+):\s*(light-dark\([^;]+)/g;

function coloursOf(path: string): ReadonlyMap<string, string> {
  return new Map(
    [...read(path).matchAll(COLOUR)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\s+/g, ' '),
    ]),
  );
}

test('the pages of the user pool have the colours of the application', () => {
  const own = coloursOf('apps/web/src/ui/tokens.css');
  const hosted = coloursOf('packages/user-pool/src/hosted/pages/tokens.css');
  expect(hosted.size).toBeGreaterThan(10);
  for (const [name, value] of hosted) expect({ name, value }).toEqual({ name, value: own.get(name) });
});
