import { useSyncExternalStore } from 'react';
import { currentLocale, onLocaleChange } from './i18n.ts';
import { type Locale, regionalTag } from './locales.ts';

export interface Formats {
  readonly number: (value: number) => string;
  /** Without group separators: `4032` */
  readonly pixels: (value: number) => string;
  /** `Ada, Ben and Cora`; `open` if more follow: `Ada, Ben, Cora` */
  readonly list: (words: readonly string[], end: 'closed' | 'open') => string;
  /** From 0 to 1. */
  readonly percent: (part: number) => string;
  /** Decimal units: `359 KB`, `84.2 MB`. */
  readonly size: (bytes: number) => string;
  readonly date: (instant: string | Date) => string;
  /** `14:32` */
  readonly time: (instant: string | Date) => string;
  readonly dateTime: (instant: string | Date) => string;
  /** `Monday 23 November` */
  readonly weekdayDate: (instant: string | Date) => string;
  /** `Today, 14:32`, `Yesterday, 09:12`, `Friday, 18:04`, `18 Nov`, `18 Nov 2025` */
  readonly friendlyDate: (instant: string | Date, now: Date) => string;
}

const made = new Map<Locale, Formats>();

export function formatsOf(locale: Locale): Formats {
  const existing = made.get(locale);
  if (existing !== undefined) return existing;
  const formats = makeFormats(locale);
  made.set(locale, formats);
  return formats;
}

export function useFormats(): Formats {
  return formatsOf(useSyncExternalStore(onLocaleChange, currentLocale));
}

/** Creating the first formatter takes as long as rendering forty rows. Call this while the page waits for responses. */
export function prepareFormats(): void {
  const { size, friendlyDate } = formatsOf(currentLocale());
  size(0);
  friendlyDate(new Date(), new Date());
}

const KB = 1_000;
const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** Not the medium style, which is all digits in some languages. */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const WEEKDAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const TIME = { timeStyle: 'short' } as const;

/** Not the short style in Arabic, which is inconsistent there. */
const UNIT_DISPLAY = { en: 'short', ar: 'narrow' } as const satisfies Record<Locale, string>;

export function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function makeFormats(language: Locale): Formats {
  const locale = regionalTag(language);
  const number = once(() => new Intl.NumberFormat(locale));
  const pixels = once(() => new Intl.NumberFormat(locale, { useGrouping: false }));
  const closedList = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const openList = once(() => new Intl.ListFormat(locale, { type: 'unit' }));
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const date = once(() => new Intl.DateTimeFormat(locale, DAY));
  const weekday = once(() => new Intl.DateTimeFormat(locale, WEEKDAY));
  const comma = once(() => commaOf(locale));
  const time = once(() => new Intl.DateTimeFormat(locale, TIME));
  const sizes = SIZE_UNITS.map((unit, step) =>
    once(
      () =>
        new Intl.NumberFormat(locale, {
          style: 'unit',
          unit,
          unitDisplay: step === 0 ? 'long' : UNIT_DISPLAY[language],
          maximumFractionDigits: step < 2 ? 0 : 1,
        }),
    ),
  );
  return {
    number: (value) => number().format(value),
    pixels: (value) => pixels().format(value),
    list: (words, end) => (end === 'open' ? openList() : closedList()).format(words),
    percent: (part) => percent().format(part),
    size: (bytes) => formatSize(bytes, sizes),
    date: (instant) => date().format(new Date(instant)),
    time: (instant) => time().format(new Date(instant)),
    dateTime: (instant) => {
      const moment = new Date(instant);
      return `${date().format(moment)}${comma()}${time().format(moment)}`;
    },
    weekdayDate: (instant) => weekday().format(new Date(instant)),
    friendlyDate: makeFriendlyDate(locale),
  };
}

function formatSize(bytes: number, formatters: readonly (() => Intl.NumberFormat)[]): string {
  let value = bytes;
  let unit = 0;
  // A value that rounds up to 1,000 KB is shown as 1 MB.
  while (value >= (unit < 2 ? KB - 0.5 : KB - 0.05) && unit < formatters.length - 1) {
    value /= KB;
    unit += 1;
  }
  const parts = formatters[unit]?.().formatToParts(value) ?? [];
  return parts.map((part) => (part.value === 'kB' ? 'KB' : part.value)).join('');
}

const WEEK_DAYS = 7;

function makeFriendlyDate(locale: string): Formats['friendlyDate'] {
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const weekday = once(() => new Intl.DateTimeFormat(locale, { weekday: 'long' }));
  const time = once(() => new Intl.DateTimeFormat(locale, TIME));
  const day = once(() => new Intl.DateTimeFormat(locale, { day: DAY.day, month: DAY.month }));
  const dayOfYear = once(() => new Intl.DateTimeFormat(locale, DAY));
  const comma = once(() => commaOf(locale));
  return (instant, now) => {
    const date = new Date(instant);
    const daysAgo = calendarDaysBetween(date, now);
    if (daysAgo < 0 || daysAgo >= WEEK_DAYS) {
      return (date.getFullYear() === now.getFullYear() ? day() : dayOfYear()).format(date);
    }
    const name =
      daysAgo < 2 ? capitalized(relative().format(-daysAgo, 'day'), locale) : weekday().format(date);
    return `${name}${comma()}${time().format(date)}`;
  };
}

/** Counts calendar days, not 24-hour periods. */
function calendarDaysBetween(earlier: Date, later: Date): number {
  return dayNumber(later) - dayNumber(earlier);
}

function dayNumber(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

function capitalized(words: string, locale: string): string {
  const [first = '', ...rest] = words;
  return first.toLocaleUpperCase(locale) + rest.join('');
}

function commaOf(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { ...DAY, hour: 'numeric' }).formatToParts(0);
  const hourAt = parts.findIndex(({ type }) => type === 'hour');
  return parts[hourAt - 1]?.value ?? ', ';
}
