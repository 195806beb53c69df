import { expect, test } from 'vitest';
import { followSelection, keysOf } from './follow-selection.ts';
import { EMPTY_RANGE_SET, indexesOf, rangeBetween } from './range-set.ts';

function listOf(rows: readonly (string | undefined)[]) {
  return { keyAt: (index: number) => rows[index], hereIndexes: () => rows.keys() };
}

test('an unchanged list keeps the very same selection', () => {
  const selection = rangeBetween(0, 1);
  const keys = keysOf(selection, listOf(['a', 'b', 'c']).keyAt);
  expect(followSelection(selection, keys, listOf(['a', 'b', 'c', 'd']))).toBe(selection);
});

test('a row that moved is found again, and a new row in its place is not selected', () => {
  const selection = rangeBetween(1, 1);
  const keys = keysOf(selection, listOf(['a', 'b']).keyAt);
  expect(Array.from(indexesOf(followSelection(selection, keys, listOf(['new', 'a', 'b']))))).toEqual([2]);
});

test('a row that went leaves the selection', () => {
  const selection = rangeBetween(0, 1);
  const keys = keysOf(selection, listOf(['a', 'b', 'c']).keyAt);
  expect(Array.from(indexesOf(followSelection(selection, keys, listOf(['b', 'c']))))).toEqual([0]);
});

test('rows that are on their way do not end the selection', () => {
  const selection = rangeBetween(0, 1);
  const keys = keysOf(selection, listOf(['a', 'b']).keyAt);
  expect(followSelection(selection, keys, listOf([undefined, undefined]))).toBe(selection);
});

test('nothing selected stays nothing', () => {
  expect(followSelection(EMPTY_RANGE_SET, new Map(), listOf(['a']))).toBe(EMPTY_RANGE_SET);
});
