import { expect, test } from 'vitest';
import { tileLayout } from './tile-layout.ts';

const size = { width: 196, pictureHeight: 148 };

const widthOf = (tiles: number) => 2 * 24 + tiles * 196 + (tiles - 1) * 20;

test('a phone shows two tiles side by side', () => {
  expect(tileLayout(390, size).perRow).toBe(2);
  expect(tileLayout(320, size).perRow).toBe(2);
});

test('as many tiles as fit are in a row, and one more as soon as it fits', () => {
  expect(tileLayout(widthOf(5), size).perRow).toBe(5);
  expect(tileLayout(widthOf(5) - 1, size).perRow).toBe(4);
});

test('a row holds the picture, its caption and the gap', () => {
  const { rowHeight, pictureHeight, gap } = tileLayout(1_200, size);
  expect(pictureHeight).toBe(148);
  expect(rowHeight).toBeGreaterThan(pictureHeight + gap);
});
