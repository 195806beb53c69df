import { expect, test } from 'vitest';
import { fitted, sized, sizedByKey } from './column-sizes.ts';

const columns = [{ id: 'name', isRowHeader: true }, { id: 'kind' }, { id: 'size' }, { id: 'modified' }];
const now = { name: 400, kind: 140, size: 100, modified: 180 };

test('what one column gains its neighbour loses', () => {
  expect(sized(columns, now, { at: 1, by: 20 })).toEqual({ kind: 160, size: 80 });
  expect(sized(columns, now, { at: 2, by: -30 })).toEqual({ size: 70, modified: 210 });
});

test('names have no width of their own: they take the remaining space', () => {
  expect(sized(columns, now, { at: 0, by: 40 })).toEqual({ kind: 100 });
  expect(sized(columns, now, { at: 0, by: -1_000 })).toEqual({ kind: 140 + 400 - 128 });
});

test('no column gets narrower than can be read', () => {
  expect(sized(columns, now, { at: 1, by: 1_000 })).toEqual({ kind: 176, size: 64 });
  expect(sized(columns, now, { at: 1, by: -1_000 })).toEqual({ kind: 64, size: 176 });
  // A column that is already narrow gets no narrower by its neighbour.
  expect(sized(columns, { ...now, size: 40 }, { at: 1, by: 10 })).toEqual({ kind: 140, size: 40 });
});

test('by keys the last column takes from the one before it', () => {
  expect(sizedByKey(columns, now, { at: 3, by: 16 })).toEqual({ size: 84, modified: 196 });
  expect(sizedByKey(columns, now, { at: 1, by: -16 })).toEqual({ kind: 124, size: 116 });
});

const fit = (column: number): number => [999, 90.4, 20][column] ?? 0;

test('a double click fits the neighbouring columns, but never the names', () => {
  expect(fitted(columns, 0, fit)).toEqual({ kind: 90 });
  expect(fitted(columns, 1, fit)).toEqual({ kind: 90, size: 64 });
});
