import { expect, test } from 'vitest';
import { isReturnPath } from './return-path.ts';

test.each(['/', '/s/1', '/s/1?sort=name#top', '/%2F%2Fevil.example', '/a//b'])(
  '%s is a path of ours',
  (path) => {
    expect(isReturnPath(path)).toBe(true);
  },
);

test.each([
  '',
  's/1',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/a\\b',
  '/a b',
  '/\u0000',
  '/é',
  `/${'a'.repeat(2_048)}`,
])('%j is dropped', (path) => {
  expect(isReturnPath(path)).toBe(false);
});
