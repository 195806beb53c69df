import { expect, test } from 'vitest';
import { followSelection, isStillSelected, NOTHING_SELECTED, selectRows } from './follow-selection.ts';
import { indexesOf, rangeBetween } from '../ranges/range-set.ts';

function listOf(rows: readonly (string | undefined)[], total = rows.length, revision?: number) {
  return { total, revision, keyAt: (index: number) => rows[index], loadedIndexes: () => rows.keys() };
}

const found = (...keys: string[]) => keys.map((key, position) => ({ index: position + 1, key }));

const namesTo = (count: number): string[] => Array.from({ length: count }, (_, number) => `row ${number}`);

test('an unchanged list keeps the very same selection', () => {
  const chosen = selectRows(rangeBetween(0, 1), listOf(['a', 'b', 'c']));
  expect(followSelection(chosen, listOf(['a', 'b', 'c', 'd']))).toBe(chosen.selection);
});

test('a row that moved is found again, and a new row in its place is not selected', () => {
  const chosen = selectRows(rangeBetween(1, 1), listOf(['a', 'b']));
  expect(Array.from(indexesOf(followSelection(chosen, listOf(['new', 'a', 'b']))))).toEqual([2]);
});

test('a row that went leaves the selection', () => {
  const chosen = selectRows(rangeBetween(0, 1), listOf(['a', 'b', 'c']));
  expect(Array.from(indexesOf(followSelection(chosen, listOf(['b', 'c']))))).toEqual([0]);
});

test('rows that are on their way do not end the selection', () => {
  const chosen = selectRows(rangeBetween(0, 1), listOf(['a', 'b']));
  expect(followSelection(chosen, listOf([undefined, undefined]))).toBe(chosen.selection);
});

test('nothing selected stays nothing', () => {
  expect(followSelection(NOTHING_SELECTED, listOf(['a']))).toBe(NOTHING_SELECTED.selection);
});

test('a selection too large to follow ends when a row enters the list', () => {
  const before = namesTo(20_000);
  const chosen = selectRows(rangeBetween(0, 14_999), listOf(before));
  expect(followSelection(chosen, listOf(before))).toBe(chosen.selection);
  expect(followSelection(chosen, listOf(['new', ...before])).count).toBe(0);
});

test('a selection too large to follow ends when one row takes the place of another', () => {
  const before = namesTo(20_000);
  const chosen = selectRows(rangeBetween(5, 14_999), listOf(before));
  expect(followSelection(chosen, listOf(['new', ...before.slice(0, -1)])).count).toBe(0);
});

test('a selection with rows that were never loaded ends when the list grows', () => {
  const loaded = namesTo(200);
  const chosen = selectRows(rangeBetween(100, 4_000), listOf(loaded, 5_000));
  expect(followSelection(chosen, listOf(loaded, 5_000))).toBe(chosen.selection);
  expect(followSelection(chosen, listOf(loaded, 5_001)).count).toBe(0);
});

test('a selection with unloaded rows ends when one is removed and another added', () => {
  const loaded = namesTo(200);
  const chosen = selectRows(rangeBetween(100, 4_000), listOf(loaded, 5_000, 7));
  expect(followSelection(chosen, listOf(loaded, 5_000, 7))).toBe(chosen.selection);
  expect(followSelection(chosen, listOf(loaded, 5_000, 8)).count).toBe(0);
});

test('a selection of loaded rows outlives other changes of the list', () => {
  const chosen = selectRows(rangeBetween(0, 1), listOf(['a', 'b', 'c'], 3, 7));
  expect(followSelection(chosen, listOf(['a', 'b', 'd'], 3, 8))).toBe(chosen.selection);
});

test('an unknown length ends no selection', () => {
  const loaded = namesTo(200);
  const chosen = selectRows(rangeBetween(100, 4_000), listOf(loaded, 5_000));
  expect(followSelection(chosen, { ...listOf([]), total: undefined })).toBe(chosen.selection);
});

test('an action may only take the rows that were selected', () => {
  const chosen = selectRows(rangeBetween(1, 2), listOf(['a', 'b', 'c']));
  expect(isStillSelected(chosen, found('b', 'c'), { total: 3 })).toBe(true);
  expect(isStillSelected(chosen, found('b', 'c'), { total: 9 })).toBe(true);
  expect(isStillSelected(chosen, found('new', 'b'), { total: 4 })).toBe(false);
  expect(isStillSelected(chosen, found('b'), { total: 3 })).toBe(false);
});

test('an action on rows never loaded needs a list of the same length', () => {
  const chosen = selectRows(rangeBetween(0, 2), listOf(['a'], 3));
  const rows = ['a', 'b', 'c'].map((key, index) => ({ index, key }));
  expect(isStillSelected(chosen, rows, { total: 3 })).toBe(true);
  expect(isStillSelected(chosen, rows, { total: 4 })).toBe(false);
});

test('an action on unloaded rows requires an unchanged list', () => {
  const chosen = selectRows(rangeBetween(0, 2), listOf(['a'], 3, 7));
  const rows = ['a', 'b', 'c'].map((key, index) => ({ index, key }));
  expect(isStillSelected(chosen, rows, { total: 3, revision: 7 })).toBe(true);
  expect(isStillSelected(chosen, rows, { total: 3, revision: 8 })).toBe(false);
});
