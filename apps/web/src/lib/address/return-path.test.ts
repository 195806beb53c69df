import { expect, test } from 'vitest';
import { localPath, returnPathOf, signInPath } from './return-path.ts';

test.each(['/', '/s/abc', '/s/abc/def?sort=size&order=desc', '/settings/security', '/search?q=a%20b'])(
  '%s is a place of this application',
  (path) => {
    expect(localPath(path)).toBe(path);
  },
);

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  'evil.example',
  '',
  `/${'a'.repeat(2_000)}`,
  undefined,
  null,
])('%j is dropped', (path) => {
  expect(localPath(path)).toBe('/');
});

test('a path that climbs out stays on this origin', () => {
  expect(localPath('/s/../../../etc')).toBe('/etc');
});

test.each(['/.//evil.example', '/s/..//evil.example', '/%2e//evil.example'])(
  '%s, which normalizes to another host, is dropped',
  (path) => {
    expect(localPath(path)).toBe('/');
  },
);

test('a fragment is not kept', () => {
  expect(localPath('/s/abc#secret')).toBe('/s/abc');
});

test('the sign-in page remembers the previous page, and returns to it', () => {
  const path = '/s/abc?sort=size&order=desc';
  const address = new URL(signInPath(path), 'https://coffer.example');
  expect(address.pathname).toBe('/sign-in');
  expect(returnPathOf(address.search)).toBe(path);
});

test.each([
  '/',
  '/sign-in',
  '/sign-in/challenge',
  '/join',
  '/new-password',
  '/signed-out',
  '/welcome',
  'https://evil.example',
])('there is nothing to remember of %s', (path) => {
  expect(signInPath(path)).toBe('/sign-in');
});

test('pages that only begin like the outside are remembered', () => {
  expect(returnPathOf(new URL(signInPath('/sign-inventory'), 'https://coffer.example').search)).toBe(
    '/sign-inventory',
  );
});

test('a forged query leads to the beginning', () => {
  expect(returnPathOf('?to=https%3A%2F%2Fevil.example')).toBe('/');
  expect(returnPathOf('?to=%2F%2Fevil.example')).toBe('/');
  expect(returnPathOf('')).toBe('/');
});
