import { expect, test } from 'vitest';
import { tileTarget } from './tile-target.ts';

const place = { rowCount: 10, perRow: 4, pageRows: 2, isRightToLeft: false };

test('the arrows move by one tile and by one row of tiles', () => {
  expect(tileTarget('ArrowRight', 3, place)).toBe(4);
  expect(tileTarget('ArrowLeft', 4, place)).toBe(3);
  expect(tileTarget('ArrowDown', 1, place)).toBe(5);
  expect(tileTarget('ArrowUp', 5, place)).toBe(1);
});

test('left and right change sides where writing runs from right to left', () => {
  const mirrored = { ...place, isRightToLeft: true };
  expect(tileTarget('ArrowRight', 4, mirrored)).toBe(3);
  expect(tileTarget('ArrowLeft', 3, mirrored)).toBe(4);
});

test('in the first row Up stays, and in the last row Down stays', () => {
  expect(tileTarget('ArrowUp', 2, place)).toBe(2);
  expect(tileTarget('ArrowDown', 8, place)).toBe(8);
});

test('Down above the gap of a short last row moves to the last tile', () => {
  expect(tileTarget('ArrowDown', 7, place)).toBe(9);
});

test('Page keys move by the rows in sight and keep the column', () => {
  expect(tileTarget('PageDown', 1, place)).toBe(9);
  expect(tileTarget('PageUp', 9, place)).toBe(1);
  expect(tileTarget('PageDown', 1, { ...place, rowCount: 100 })).toBe(9);
  expect(tileTarget('PageUp', 3, place)).toBe(3);
});

test('Home and End go to the first and the last tile, and other keys do not move', () => {
  expect(tileTarget('Home', 6, place)).toBe(0);
  expect(tileTarget('End', 6, place)).toBe(9);
  expect(tileTarget('Enter', 6, place)).toBeUndefined();
});
