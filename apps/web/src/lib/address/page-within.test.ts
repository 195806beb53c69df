import { expect, test } from 'vitest';
import { pageWithin } from './page-within.ts';

test.each([
  [0, 0, 0],
  [0, 50, 0],
  [50, 51, 50],
  [50, 50, 0],
  [150, 60, 50],
  [50, 0, 0],
])('a page from %i of %i people begins at %i', (at, total, begin) => {
  expect(pageWithin(at, 50, total)).toBe(begin);
});
