import { useSyncExternalStore } from 'react';
import { once } from './format.ts';
import { currentLocale, onLocaleChange } from './i18n.ts';
import { type Locale, regionalTag } from './locales.ts';

export interface TimeFormats {
  /** `in 3 days`, `2 hours ago` */
  readonly relative: (instant: string | Date, now: Date) => string;
  readonly duration: (milliseconds: number) => string;
}

const made = new Map<Locale, TimeFormats>();

export function timeFormatsOf(locale: Locale): TimeFormats {
  const formats = made.get(locale) ?? makeTimeFormats(regionalTag(locale));
  made.set(locale, formats);
  return formats;
}

export function useTimeFormats(): TimeFormats {
  return timeFormatsOf(useSyncExternalStore(onLocaleChange, currentLocale));
}

function makeTimeFormats(tag: string): TimeFormats {
  const relative = once(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  const plain = once(() => new Intl.NumberFormat(tag));
  const twoDigits = once(() => new Intl.NumberFormat(tag, { minimumIntegerDigits: 2 }));
  return {
    relative: (instant, now) => formatRelative(new Date(instant).getTime() - now.getTime(), relative()),
    duration: (milliseconds) => formatDuration(milliseconds, plain(), twoDigits()),
  };
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

function formatRelative(distanceMs: number, formatter: Intl.RelativeTimeFormat): string {
  for (const [unit, lengthMs] of STEPS) {
    if (Math.abs(distanceMs) >= lengthMs) return formatter.format(Math.round(distanceMs / lengthMs), unit);
  }
  return formatter.format(Math.round(distanceMs / 1_000), 'second');
}

function formatDuration(milliseconds: number, plain: Intl.NumberFormat, padded: Intl.NumberFormat): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const tail = `${padded.format(minutes % 60)}:${padded.format(seconds % 60)}`;
  return hours > 0
    ? `${plain.format(hours)}:${tail}`
    : `${plain.format(minutes)}:${padded.format(seconds % 60)}`;
}
