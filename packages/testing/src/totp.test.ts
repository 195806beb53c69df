import { expect, test } from 'vitest';
import { authenticatorCode } from './totp.ts';

// RFC 6238 appendix B, SHA-1, cut to six digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %i the code is the published one', (second, code) => {
  expect(authenticatorCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', new Date(second * 1000))).toBe(code);
});
