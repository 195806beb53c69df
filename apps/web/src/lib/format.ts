import { KIB } from '@coffer/kit';
import { useSyncExternalStore } from 'react';
import { currentLocale, onLocaleChange } from './i18n.ts';
import type { Locale } from './locales.ts';

/** Everything that is written differently in another language, besides words. */
export interface Formats {
  readonly number: (value: number) => string;
  /** From 0 to 1. */
  readonly percent: (part: number) => string;
  /** A size in bytes, in units of 1024: `84.2 MB`. */
  readonly size: (bytes: number) => string;
  /** A day: `21 Nov 2026`. */
  readonly date: (instant: string | Date) => string;
  /** A day with the time. */
  readonly dateTime: (instant: string | Date) => string;
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

const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** Spelt out, because the medium style of some languages is digits alone, and a day looks the same with its time and without. */
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** Formatters are costly to make and cheap to use: each is made once, when it is first needed. */
export function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** The words are of one language, dates and numbers of the region that the browser asks for: 21 Nov or Nov 21. */
export function regionalTag(language: Locale): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

function makeFormats(language: Locale): Formats {
  const locale = regionalTag(language);
  const number = once(() => new Intl.NumberFormat(locale));
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const date = once(() => new Intl.DateTimeFormat(locale, DAY));
  const dateTime = once(
    () => new Intl.DateTimeFormat(locale, { ...DAY, hour: 'numeric', minute: '2-digit' }),
  );
  const sizes = SIZE_UNITS.map((unit) =>
    once(
      () =>
        new Intl.NumberFormat(locale, {
          style: 'unit',
          unit,
          unitDisplay: unit === 'byte' ? 'long' : 'short',
          maximumFractionDigits: unit === 'byte' ? 0 : 1,
        }),
    ),
  );
  return {
    number: (value) => number().format(value),
    percent: (part) => percent().format(part),
    size: (bytes) => formatSize(bytes, sizes),
    date: (instant) => date().format(new Date(instant)),
    dateTime: (instant) => dateTime().format(new Date(instant)),
  };
}

function formatSize(bytes: number, formatters: readonly (() => Intl.NumberFormat)[]): string {
  let value = bytes;
  let unit = 0;
  // 1,023.96 KB would be written as 1,024 KB.
  while (value >= KIB - 0.05 && unit < formatters.length - 1) {
    value /= KIB;
    unit += 1;
  }
  return formatters[unit]?.().format(value) ?? String(bytes);
}
