import { cognitoTimestamp } from '@coffer/srp';
import { expect, test } from 'vitest';
import { parseTimestamp } from './timestamp.ts';

test('the day of the month is not padded, the time is', () => {
  expect(cognitoTimestamp(new Date('2026-03-03T04:05:06Z'))).toBe('Tue Mar 3 04:05:06 UTC 2026');
  expect(cognitoTimestamp(new Date('2026-12-25T23:59:59Z'))).toBe('Fri Dec 25 23:59:59 UTC 2026');
});

test('a formatted value can be parsed', () => {
  const at = new Date('2028-02-29T12:00:00Z');
  expect(parseTimestamp(cognitoTimestamp(at))).toEqual(at);
});

test('a wrong weekday and a padded day name the same instant, whose canonical form differs', () => {
  const at = new Date('2026-03-03T04:05:06Z');
  for (const text of ['Mon Mar 3 04:05:06 UTC 2026', 'Tue Mar 03 04:05:06 UTC 2026'])
    expect(parseTimestamp(text)).toEqual(at);
});

test.each([
  '',
  'now',
  '2026-03-03T04:05:06Z',
  'Tue Mar 32 04:05:06 UTC 2026',
  'Mon Feb 30 04:05:06 UTC 2026',
  'Tue Mar 3 24:05:06 UTC 2026',
  'Tue Mar 3 04:60:06 UTC 2026',
  'Di Mär 3 04:05:06 UTC 2026',
  'Xyz Mar 3 04:05:06 UTC 2026',
  'Tue Mar 3 04:05:06 CET 2026',
  'Tue Mar 3 04:05:06 UTC 2026 ',
])('"%s" is not a timestamp', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});
