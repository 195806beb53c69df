import { describe, expect, test } from 'vitest';
import { formatsOf } from './format.ts';
import { timeFormatsOf } from './time-format.ts';

const MIB = 1024 * 1024;

describe('in English', () => {
  const { size, percent, date, dateTime } = formatsOf('en');
  const { duration, relative } = timeFormatsOf('en');

  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1_023, '1,023 bytes'],
    [1_024, '1 kB'],
    [1_536, '1.5 kB'],
    [1_023.97 * 1_024, '1 MB'],
    [10 * MIB, '10 MB'],
    [1_024 ** 3, '1 GB'],
    [1_024 ** 6, '1,024 PB'],
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

  test('distances in time are told in the largest unit that fits', () => {
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

test('in Arabic the units and months are Arabic, with a time and without', () => {
  const { size, date, dateTime } = formatsOf('ar');
  expect(size(10 * MIB)).toMatch(/م\.ب|ميغابايت/);
  expect(date('2026-11-21T12:00:00Z')).toBe('21 نوفمبر 2026');
  expect(dateTime('2026-11-21T12:00:00Z')).toMatch(/^\d+ نوفمبر 2026، \d+:\d\d\s[صم]$/);
});

test('the formatters of a language are made once', () => {
  expect(formatsOf('en')).toBe(formatsOf('en'));
});
