import { manualClock } from '@coffer/testing';
import { expect, test } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

test('a burst is granted, then one call an interval, and the refusal says how long to wait', () => {
  const clock = manualClock();
  const limit = createRateLimit({ clock, burst: 3, intervalMs: 1_000 });
  expect([1, 2, 3, 4].map(() => limit.take('a'))).toEqual([0, 0, 0, 1_000]);
  expect(limit.take('b')).toBe(0);
  clock.advance(999);
  expect(limit.take('a')).toBe(1);
  clock.advance(1);
  expect([1, 2].map(() => limit.take('a'))).toEqual([0, 1_000]);
  clock.advance(60_000);
  expect([1, 2, 3, 4].map(() => limit.take('a'))).toEqual([0, 0, 0, 1_000]);
});

test('several are taken at once or not at all', () => {
  const limit = createRateLimit({ clock: manualClock(), burst: 3, intervalMs: 1_000 });
  expect(limit.take('a', 2)).toBe(0);
  expect(limit.waitFor('a', 2)).toBe(1_000);
  expect(limit.take('a', 2)).toBe(1_000);
  expect(limit.waitFor('a')).toBe(0);
  expect(limit.take('a')).toBe(0);
});

test('the longest unused key is forgotten when there are too many', () => {
  const limit = createRateLimit({ clock: manualClock(), burst: 1, intervalMs: 1_000, keysMax: 2 });
  expect(['a', 'b', 'c'].map((key) => limit.take(key))).toEqual([0, 0, 0]);
  expect(limit.take('c')).toBe(1_000);
  expect(limit.take('a')).toBe(0);
});
