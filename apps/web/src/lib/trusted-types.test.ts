import { expect, test } from 'vitest';
import { ownScriptUrl } from './trusted-types.ts';

const ORIGIN = 'https://coffer.example';

test('a script of our own origin is admitted', () => {
  expect(ownScriptUrl('/assets/hash.worker-1.js', ORIGIN)).toBe(`${ORIGIN}/assets/hash.worker-1.js`);
  expect(ownScriptUrl(`${ORIGIN}/assets/a.js`, ORIGIN)).toBe(`${ORIGIN}/assets/a.js`);
});

test.each([
  'https://evil.example/a.js',
  '//evil.example/a.js',
  'http://coffer.example/a.js',
  'https://coffer.example:8443/a.js',
  'data:text/javascript,alert(1)',
  'blob:https://evil.example/1',
  'javascript:alert(1)',
])('%s is refused', (url) => {
  expect(() => ownScriptUrl(url, ORIGIN)).toThrow(TypeError);
});
