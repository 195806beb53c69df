import { expect, test } from 'vitest';
import { landingAt, moved } from './column-order.ts';

const WIDTHS = [400, 100, 100, 200];
const leftToRight = WIDTHS.map((width, at) => {
  const left = WIDTHS.slice(0, at).reduce((sum, each) => sum + each, 0);
  return { left, right: left + width };
});
const rightToLeft = leftToRight.map(({ left, right }) => ({ left: 800 - right, right: 800 - left }));

test.each([
  { from: 1, x: 440, to: 1, line: 500 },
  { from: 1, x: 540, to: 1, line: 500 },
  { from: 1, x: 560, to: 2, line: 600 },
  { from: 1, x: 790, to: 3, line: 800 },
  { from: 3, x: 540, to: 2, line: 500 },
  { from: 3, x: 430, to: 1, line: 400 },
  // The name column stays first, however far the pointer goes.
  { from: 2, x: -50, to: 1, line: 400 },
])('column $from dropped at $x becomes column $to, in both directions', ({ from, x, to, line }) => {
  const ltr = landingAt(leftToRight, { from, x, isRightToLeft: false });
  const rtl = landingAt(rightToLeft, { from, x: 800 - x, isRightToLeft: true });
  expect([ltr, rtl]).toEqual([
    { to, x: line },
    { to, x: 800 - line },
  ]);
});

test('a moved item leaves the others in their order', () => {
  expect(moved(['name', 'kind', 'size', 'date'], 1, 3)).toEqual(['name', 'size', 'date', 'kind']);
  expect(moved(['name', 'kind', 'size', 'date'], 3, 1)).toEqual(['name', 'date', 'kind', 'size']);
  expect(moved(['name', 'kind'], 1, 1)).toEqual(['name', 'kind']);
});
