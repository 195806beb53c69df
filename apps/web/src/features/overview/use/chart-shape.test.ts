import { expect, test } from 'vitest';
import { pointsOf, roundTop } from './chart-shape.ts';

test.each([
  [0, 1_000],
  [999, 1_000],
  [1_100, 2_000],
  [2_100, 3_000],
  [99_000, 100_000],
  [3_600_000_000, 4_000_000_000],
])('the scale for %i ends at %i', (most, top) => {
  expect(roundTop(most)).toBe(top);
});

test('a space that was made later begins later; one day alone stands at the start', () => {
  expect(pointsOf([null, 5, 10], 10)).toEqual([
    { x: 0.5, y: 0.5 },
    { x: 1, y: 1 },
  ]);
  expect(pointsOf([5], 10)).toEqual([{ x: 0, y: 0.5 }]);
});
