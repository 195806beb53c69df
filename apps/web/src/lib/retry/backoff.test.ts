import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const PLAIN = { firstMs: 1_000, maxMs: 60_000, jitter: 0 };

test('delays double up to the maximum', () => {
  const delays = [0, 1, 2, 5, 6, 100].map((retry) => backoffMs(PLAIN, retry));
  expect(delays).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
});

test('a factor replaces the doubling', () => {
  expect([0, 1, 2].map((retry) => backoffMs({ ...PLAIN, factor: 3 }, retry))).toEqual([1_000, 3_000, 9_000]);
});

test.each([
  { jitter: 0, least: 1_000, most: 1_000 },
  { jitter: 0.5, least: 500, most: 1_000 },
  { jitter: 1, least: 0, most: 1_000 },
])('a jitter of $jitter spreads a delay between $least and $most ms', ({ jitter, least, most }) => {
  expect(backoffMs({ ...PLAIN, jitter }, 0, () => 0)).toBe(least);
  expect(backoffMs({ ...PLAIN, jitter }, 0, () => 1)).toBe(most);
});
