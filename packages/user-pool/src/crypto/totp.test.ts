import { expect, test } from 'vitest';
import { decodeBase32 } from '../testing/base32.ts';
import { computeCode, encodeBase32, matchCode, stepAt } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238 appendix B, SHA-1.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %d the code of RFC 6238 is %s', (second, code) => {
  expect(computeCode(secret, stepAt(new Date(second * 1000)), 8)).toBe(code);
});

test('a code is valid one step early and one step late, and no further', () => {
  const now = new Date('2030-01-01T00:00:10Z');
  const step = stepAt(now);
  for (const away of [-1, 0, 1])
    expect(matchCode(secret, computeCode(secret, step + away), now)).toBe(step + away);
  for (const away of [-2, 2])
    expect(matchCode(secret, computeCode(secret, step + away), now)).toBeUndefined();
  for (const bad of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
    expect(matchCode(secret, bad, now)).toBeUndefined();
});

// RFC 4648 §10, without padding.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of "%s" is "%s"', (text, encoded) => {
  expect(encodeBase32(Buffer.from(text))).toBe(encoded);
  expect(decodeBase32(encoded).toString()).toBe(text);
});
