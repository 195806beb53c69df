import { LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { dayOf, endOfDay, expiryDays, isExpiryDay } from './link-expiry.ts';

const NOON = new Date(2026, 10, 24, 12);

test('a link works until the end of its last day', () => {
  expect(endOfDay('2026-11-24').getTime()).toBeGreaterThan(NOON.getTime());
  expect(dayOf(endOfDay('2026-11-24'))).toBe('2026-11-24');
});

test.each([new Date(2026, 10, 24, 0, 0, 1), NOON, new Date(2026, 10, 24, 23, 59, 59)])(
  'every day that is offered at %s is one that the server takes',
  (now) => {
    const { first, usual, last } = expiryDays(now, 365);
    for (const day of [first, usual, last]) {
      const lifeMs = endOfDay(day).getTime() - now.getTime();
      expect(lifeMs).toBeGreaterThanOrEqual(0);
      expect(lifeMs).toBeLessThanOrEqual(LIMITS.linkLifeMaxMs);
    }
  },
);

test.each([
  ['2026-11-24', true],
  ['2026-11-23', false],
  ['2027-11-23', true],
  ['2027-11-24', false],
  ['', false],
  ['soon', false],
])('%j as the last day: %s', (day, isTaken) => {
  expect(isExpiryDay(day, expiryDays(NOON, 365))).toBe(isTaken);
});

test.each([
  [1, '2026-11-24', '2026-11-24'],
  [3, '2026-11-26', '2026-11-26'],
  [30, '2026-12-01', '2026-12-23'],
])('with at most %i days, %s is usual and %s the last', (daysMax, usual, last) => {
  expect(expiryDays(NOON, daysMax)).toEqual({ first: '2026-11-24', usual, last });
  expect(endOfDay(last).getTime() - NOON.getTime()).toBeLessThanOrEqual(daysMax * DAY_MS);
});
