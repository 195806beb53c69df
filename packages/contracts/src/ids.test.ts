import { expect, test } from 'vitest';
import { Instant } from './ids.ts';

test.each([
  '2026-11-21T03:09:46.000Z',
  '2026-11-21T03:09:46Z',
  '2026-11-21T03:09:46.123456Z',
  '2024-02-29T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
])('%s is an instant', (text) => {
  expect(Instant.safeParse(text).success).toBe(true);
});

test.each([
  ['2026-13-01T00:00:00Z', 'a month that does not exist'],
  ['2026-00-01T00:00:00Z', 'a month that does not exist'],
  ['2026-02-30T00:00:00Z', 'a day that February does not have'],
  ['2026-02-29T00:00:00Z', 'a leap day in another year'],
  ['1900-02-29T00:00:00Z', 'a leap day in a century'],
  ['2026-04-31T00:00:00Z', 'a 31st in a short month'],
  ['2026-01-00T00:00:00Z', 'a day zero'],
  ['2026-01-01T24:00:00Z', 'an hour 24'],
  ['2026-01-01T00:60:00Z', 'a minute 60'],
  ['2026-06-30T23:59:60Z', 'a leap second, which the database does not keep'],
  ['0000-01-01T00:00:00Z', 'a year zero, which the database does not have'],
  ['2026-01-01T00:00Z', 'no seconds'],
  ['2026-01-01T00:00:00+00:00', 'an offset'],
  ['2026-01-01T00:00:00.1234567Z', 'more than microseconds'],
  ['+010000-01-01T00:00:00.000Z', 'a year of six digits'],
])('%s is refused: %s', (text) => {
  expect(Instant.safeParse(text).success).toBe(false);
});
