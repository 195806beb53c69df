import { expect, test } from 'vitest';
import { codeOf } from './use-one-time-code.ts';

test.each([
  ['#abcdefghijklmnop', 'abcdefghijklmnop'],
  ['#code=abcdefghijklmnop', 'abcdefghijklmnop'],
  ['#', undefined],
  ['', undefined],
])('the fragment %j contains the code %j', (hash, code) => {
  expect(codeOf(hash)).toBe(code);
});
