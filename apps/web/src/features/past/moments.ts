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

/** Just before something happened. */
export function momentBefore(at: string): string {
  return new Date(Date.parse(at) - 1).toISOString();
}

/** An instant as far as it can be read. */
export function readMoment(text: string | null): string | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** The value of a field for date and time, in the time zone of the browser: `2026-11-24T14:32`. */
export function fieldValueOf(moment: string | number): string {
  const at = new Date(moment);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
