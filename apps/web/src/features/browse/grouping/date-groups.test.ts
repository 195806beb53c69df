import { expect, test } from 'vitest';
import { dateGroups } from './date-groups.ts';

const labels = (today: Date, locale = 'en-GB') =>
  dateGroups(today, locale, 'After today').map(({ label }) => label);

test('a Thursday in November has every group', () => {
  const today = new Date(2026, 10, 26);
  expect(labels(today).slice(0, 8)).toEqual([
    'After today',
    'Today',
    'Yesterday',
    'This week',
    'Last week',
    'This month',
    'Last month',
    'September',
  ]);
  const groups = dateGroups(today, 'en-GB', '');
  const sinceOf = (label: string) => groups.find((group) => group.label === label)?.since;
  expect(sinceOf('This week')).toBe(new Date(2026, 10, 23).toISOString());
  expect(sinceOf('Last week')).toBe(new Date(2026, 10, 16).toISOString());
  expect(sinceOf('2025')).toBe(new Date(2025, 0, 1).toISOString());
});

test('groups without days of their own are left out, and the rest begins earlier each', () => {
  // A Monday that is the first of a month.
  expect(labels(new Date(2026, 5, 1)).slice(0, 7)).toEqual([
    'After today',
    'Today',
    'Yesterday',
    'Last week',
    'Last month',
    'April',
    'March',
  ]);
  // New Year's Day.
  expect(labels(new Date(2026, 0, 1)).slice(0, 6)).toEqual([
    'After today',
    'Today',
    'Yesterday',
    'This week',
    'Last week',
    '2025',
  ]);
  for (let day = 1; day <= 366; day += 1) {
    const groups = dateGroups(new Date(2028, 0, day), 'en', '').map(({ since }) => Date.parse(since));
    expect(groups).toEqual(groups.toSorted((one, other) => other - one));
    expect(new Set(groups).size).toBe(groups.length);
    expect(groups.length).toBeLessThanOrEqual(40);
  }
});

test('a week begins as people of the language count', () => {
  const sunday = new Date(2026, 10, 22);
  const since = (locale: string) => dateGroups(sunday, locale, '').map((group) => group.since);
  expect(since('ar-EG')).not.toEqual(since('en-GB'));
  expect(labels(sunday, 'ar').slice(1, 3)).toEqual(['اليوم', 'أمس']);
});
