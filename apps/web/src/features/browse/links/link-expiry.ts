import { LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';

/** As a date field has it: `2026-12-31`, in the time zone of the person. */
export function dayOf(instant: Date): string {
  const month = String(instant.getMonth() + 1).padStart(2, '0');
  const day = String(instant.getDate()).padStart(2, '0');
  return `${instant.getFullYear()}-${month}-${day}`;
}

/** A link works until the end of its last day. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59`);
}

export interface ExpiryDays {
  readonly first: string;
  readonly usual: string;
  readonly last: string;
}

export function expiryDays(now: Date, daysMax: number): ExpiryDays {
  const later = (ms: number): string => dayOf(new Date(now.getTime() + ms));
  // The end of the last day must be within the longest life.
  const lastMs = (daysMax - 1) * DAY_MS;
  return { first: dayOf(now), usual: later(Math.min(LIMITS.linkLifeMs, lastMs)), last: later(lastMs) };
}

/** A browser without a date field sends any text. */
export function isExpiryDay(day: string, { first, last }: ExpiryDays): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= first && day <= last;
}
