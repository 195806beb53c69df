import { describe, expect, test, vi } from 'vitest';
import { formatsOf } from './format.ts';
import { timeFormatsOf } from './time-format.ts';

const MB = 1_000_000;

describe('in English', () => {
  const { size, percent, date, dateTime } = formatsOf('en');
  const { duration, relative } = timeFormatsOf('en');

  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [103, '103 bytes'],
    [999, '999 bytes'],
    [1_000, '1 KB'],
    [1_536, '2 KB'],
    [367_933, '368 KB'],
    [999_499, '999 KB'],
    [999_500, '1 MB'],
    [7_400_000, '7.4 MB'],
    [999_960_000, '1 GB'],
    [1_073_741_824, '1.1 GB'],
    [10 ** 18, '1,000 PB'],
  ])('%d bytes are %s', (bytes, words) => {
    expect(size(bytes)).toBe(words);
  });

  test.each([
    [0, '0:00'],
    [1, '0:01'],
    [59_000, '0:59'],
    [60_000, '1:00'],
    [59_999, '1:00'],
    [845_000, '14:05'],
    [3_661_000, '1:01:01'],
    [-5, '0:00'],
  ])('%d ms are %s', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });

  test('relative times use the largest unit that fits', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(relative('2026-11-21T11:59:55Z', now)).toBe('5 seconds ago');
    expect(relative('2026-11-21T09:00:00Z', now)).toBe('3 hours ago');
    expect(relative('2026-11-22T12:00:00Z', now)).toBe('tomorrow');
    expect(relative('2026-12-21T12:00:00Z', now)).toBe('next month');
    expect(relative('2024-11-21T12:00:00Z', now)).toBe('2 years ago');
  });

  test('parts and days', () => {
    expect(percent(0.256)).toBe('26%');
    expect(date('2026-11-21T12:00:00Z')).toBe('Nov 21, 2026');
    expect(dateTime('2026-11-21T12:00:00Z')).toMatch(/^Nov 21, 2026, \d+:\d\d\s[AP]M$/);
  });
});

test('a time has the same format with every date', async () => {
  vi.resetModules();
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  const { dateTime, friendlyDate } = (await import('./format.ts')).formatsOf('en');
  const morning = new Date(2026, 10, 21, 8, 56);
  expect(friendlyDate(morning, morning)).toBe('Today, 08:56');
  expect(dateTime(morning.toISOString())).toBe('21 Nov 2026, 08:56');
  vi.unstubAllGlobals();
});

test('in Arabic the units and months are Arabic, with a time and without', () => {
  const { size, date, dateTime } = formatsOf('ar');
  expect(size(10 * MB)).toMatch(/م\.ب|ميغابايت/);
  expect(date('2026-11-21T12:00:00Z')).toBe('21 نوفمبر 2026');
  expect(dateTime('2026-11-21T12:00:00Z')).toMatch(/^\d+ نوفمبر 2026، \d+:\d\d\s[صم]$/);
});

describe('a moment as people say it', () => {
  const now = new Date(2026, 10, 23, 0, 30);
  const { friendlyDate } = formatsOf('en');

  test.each([
    [new Date(2026, 10, 23, 0, 5), /^Today, 12:05\sAM$/],
    [new Date(2026, 10, 22, 23, 59), /^Yesterday, 11:59\sPM$/],
    [new Date(2026, 10, 21, 9, 12), /^Saturday, 9:12\sAM$/],
    [new Date(2026, 10, 17, 9, 12), /^Tuesday, 9:12\sAM$/],
    [new Date(2026, 10, 16, 9, 12), /^Nov 16$/],
    [new Date(2025, 10, 23, 9, 12), /^Nov 23, 2025$/],
    [new Date(2026, 10, 24, 9, 12), /^Nov 24$/],
  ])('%s', (instant, words) => {
    expect(friendlyDate(instant, now)).toMatch(words);
  });

  test('in Arabic with its own comma', () => {
    const arabic = formatsOf('ar');
    expect(arabic.friendlyDate(new Date(2026, 10, 23, 0, 5), now)).toMatch(/^اليوم، /);
    expect(arabic.friendlyDate(new Date(2026, 10, 22, 0, 5), now)).toMatch(/^أمس، /);
    expect(arabic.size(359_000)).toBe('359 ك.ب');
  });
});

test('the formatters of a language are made once', () => {
  expect(formatsOf('en')).toBe(formatsOf('en'));
});
