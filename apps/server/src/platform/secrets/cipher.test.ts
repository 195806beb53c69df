import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCipher, tryOpen, UnsealError } from './cipher.ts';

const cipher = createCipher(randomBytes(32));

test('a sealed text opens again, and two seals of one text differ', () => {
  const [one, two] = [cipher.seal('gehëim ✓', 'a'), cipher.seal('gehëim ✓', 'a')];
  expect(cipher.open(one, 'a')).toBe('gehëim ✓');
  expect(one).not.toBe(two);
  expect(cipher.open(cipher.seal('', 'a'), 'a')).toBe('');
});

test('another purpose, another key and a changed value do not open', () => {
  const sealed = cipher.seal('secret', 'session.access:1');
  expect(() => cipher.open(sealed, 'session.access:2')).toThrow(UnsealError);
  expect(() => createCipher(randomBytes(32)).open(sealed, 'session.access:1')).toThrow(UnsealError);
  const flipped = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A');
  expect(() => cipher.open(`${flipped.slice(0, 20)}x${flipped.slice(21)}`, 'session.access:1')).toThrow(
    UnsealError,
  );
  expect(tryOpen(cipher, sealed, 'other')).toBeUndefined();
});

test.each(['', 'v1.', 'v1.AAAA', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'plain'])(
  'a value that was never sealed (%j) does not open',
  (value) => {
    expect(() => cipher.open(value, 'a')).toThrow(UnsealError);
  },
);
