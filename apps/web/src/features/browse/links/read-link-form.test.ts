import { expect, test } from 'vitest';
import { bytesOf } from './read-link-form.ts';

test.each([
  ['', null],
  ['2', 2_000_000_000],
  ['1.5', 1_500_000_000],
  ['1,5', 1_500_000_000],
  ['١٫٥', 1_500_000_000],
  ['0', 0],
])('%j GB is %j bytes', (typed, bytes) => {
  expect(bytesOf(typed)).toBe(bytes);
});

test.each(['a', '1.2.3', '.5', '-1', '1e9', '1 000'])('%j is not a size', (typed) => {
  expect(bytesOf(typed)).toBeNaN();
});
