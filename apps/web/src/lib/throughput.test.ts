import { expect, test } from 'vitest';
import { isStalled, measure, paceLeftMs, timeLeftMs } from './throughput.ts';

test('the first sample has no speed, the second has', () => {
  const first = measure(undefined, 0, 0);
  expect(timeLeftMs(first, 1_000)).toBeUndefined();
  const second = measure(first, 1_000_000, 1_000);
  expect(second.perSecond).toBe(1_000_000);
  expect(timeLeftMs(second, 5_000_000)).toBe(5_000);
});

test('samples closer than half a second are ignored', () => {
  const first = measure(undefined, 0, 0);
  expect(measure(first, 9_999, 100)).toBe(first);
});

test('a burst changes the estimate only in part', () => {
  const steady = measure(measure(undefined, 0, 0), 1_000, 1_000);
  const burst = measure(steady, 11_000, 2_000);
  expect(burst.perSecond).toBeGreaterThan(1_000);
  expect(burst.perSecond).toBeLessThan(5_000);
});

test('a restart resets the measurement', () => {
  const steady = measure(measure(undefined, 0, 0), 1_000, 1_000);
  expect(measure(steady, 0, 2_000)).toEqual({ perSecond: 0, at: 2_000, amount: 0, movedAt: 2_000 });
});

test('an estimate above one day is not shown', () => {
  const slow = measure(measure(undefined, 0, 0), 10, 1_000);
  expect(timeLeftMs(slow, 800_000)).toBe(80_000_000);
  expect(timeLeftMs(slow, 30_000_000)).toBeUndefined();
});

test('many small files take as long as their number tells, one large file as its bytes', () => {
  const bytes = measure(measure(undefined, 0, 0), 1_000_000, 1_000);
  const files = measure(measure(undefined, 0, 0), 50, 1_000);
  expect(paceLeftMs({ bytes, files }, { bytes: 1_000_000, files: 10_000 })).toBe(200_000);
  expect(paceLeftMs({ bytes, files }, { bytes: 60_000_000, files: 1 })).toBe(60_000);
  expect(paceLeftMs(undefined, { bytes: 1, files: 1 })).toBeUndefined();
});

test('transfers have stalled once neither bytes nor files have moved for 20 seconds', () => {
  const bytes = measure(measure(undefined, 0, 0), 10, 1_000);
  const files = measure(undefined, 0, 0);
  expect(isStalled({ bytes: measure(bytes, 10, 20_999), files: measure(files, 0, 20_999) })).toBe(false);
  expect(isStalled({ bytes: measure(bytes, 10, 21_000), files: measure(files, 0, 21_000) })).toBe(true);
  expect(isStalled({ bytes: measure(bytes, 10, 21_000), files: measure(files, 1, 21_000) })).toBe(false);
  expect(isStalled({ bytes: measure(bytes, 11, 21_000), files: measure(files, 0, 21_000) })).toBe(false);
});
