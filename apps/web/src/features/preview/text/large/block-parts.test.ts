import { expect, test } from 'vitest';
import { partsOf } from './block-parts.ts';

function startsOf(...sizes: readonly number[]): readonly number[] {
  let at = 1_000;
  return [at, ...sizes.map((size) => (at += size))];
}

test('short lines are read together', () => {
  expect(partsOf(startsOf(10, 1, 20))).toEqual([{ from: 1_000, to: 1_031, line: 0, count: 3 }]);
});

test('every line of a large block is in a part, and no part is larger than 2 MiB', () => {
  const parts = partsOf(startsOf(...Array.from({ length: 100 }, () => 30_000)));
  expect(parts.map(({ line, count }) => [line, count])).toEqual([
    [0, 69],
    [69, 31],
  ]);
  for (const { from, to } of parts) expect(to - from).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test('of a long line only the beginning is read, and the lines around it are whole', () => {
  expect(partsOf(startsOf(10, 5_000_000, 32 * 1024, 32 * 1024 + 1))).toEqual([
    { from: 1_000, to: 1_010, line: 0, count: 1 },
    { from: 1_010, to: 9_010, line: 1, count: 1 },
    { from: 5_001_010, to: 5_033_778, line: 2, count: 1 },
    { from: 5_033_778, to: 5_041_778, line: 3, count: 1 },
  ]);
});

test('nothing is read of an empty last line', () => {
  expect(partsOf([5, 5])).toEqual([]);
  expect(partsOf([0, 4, 4])).toEqual([{ from: 0, to: 4, line: 0, count: 2 }]);
});
