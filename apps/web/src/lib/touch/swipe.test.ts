import { expect, test } from 'vitest';
import { isSwipedAway } from './swipe.ts';

test.each([
  ['drawn far and slowly', { distancePx: 96, durationMs: 2_000 }, true],
  ['drawn not quite far enough', { distancePx: 95, durationMs: 2_000 }, false],
  ['drawn far the other way', { distancePx: -96, durationMs: 2_000 }, true],
  ['flicked', { distancePx: 30, durationMs: 60 }, true],
  ['flicked the other way', { distancePx: -30, durationMs: 60 }, true],
  ['moved a little while it was pressed', { distancePx: 23, durationMs: 10 }, false],
  ['drawn a little, slowly', { distancePx: 30, durationMs: 61 }, false],
  ['flicked within no time', { distancePx: 24, durationMs: 0 }, true],
])('%s', (_, swipe, isAway) => {
  expect(isSwipedAway(swipe)).toBe(isAway);
});
