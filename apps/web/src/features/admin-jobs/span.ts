import { useSyncExternalStore } from 'react';
import { currentLocale, onLocaleChange } from '../../lib/language/i18n.ts';
import { regionalTag } from '../../lib/language/locales.ts';

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Formats a duration such as `5 minutes`, in the largest unit that fits. */
export function useSpan(): (milliseconds: number) => string {
  const tag = regionalTag(useSyncExternalStore(onLocaleChange, currentLocale));
  return (milliseconds) => {
    const [unit, lengthMs] = STEPS.find(([, length]) => milliseconds >= length) ?? STEPS[3];
    const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' });
    return format.format(Math.round(milliseconds / lengthMs));
  };
}
