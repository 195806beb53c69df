import { LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';

/** Formats a day as date fields do: `2026-12-31`, in the person's time zone. */
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
  // The link ends at the end of its last day, which must be within the longest allowed time.
  const lastMs = (daysMax - 1) * DAY_MS;
  return { first: dayOf(now), usual: later(Math.min(LIMITS.linkLifeMs, lastMs)), last: later(lastMs) };
}

/** Browsers without a date field send any text. */
export function isExpiryDay(day: string, { first, last }: ExpiryDays): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= first && day <= last;
}
