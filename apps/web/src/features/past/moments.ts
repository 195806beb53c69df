import { DAY_MS, HOUR_MS } from '@coffer/kit';

const WEEK_DAYS = 7;

export const CHOICES = ['hour', 'day', 'week'] as const;
export type Choice = (typeof CHOICES)[number];

const AGO_MS = { hour: HOUR_MS, day: DAY_MS, week: WEEK_DAYS * DAY_MS } as const satisfies Record<
  Choice,
  number
>;

export function isChoice(id: string): id is Choice {
  return CHOICES.some((choice) => choice === id);
}

export function momentOf(choice: Choice, now: number): string {
  return new Date(now - AGO_MS[choice]).toISOString();
}

/** The millisecond before an action. */
export function momentBefore(at: string): string {
  return new Date(Date.parse(at) - 1).toISOString();
}

/** Parses an instant. Returns undefined if it is missing or invalid. */
export function readMoment(text: string | null): string | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** The value for a date and time field, in the browser's time zone: `2026-11-24T14:32`. */
export function fieldValueOf(moment: string | number): string {
  const at = new Date(moment);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
