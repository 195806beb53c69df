import { DAY_MS } from '@coffer/kit';

/** Whether a day of the audit trail, in UTC, is the current one or the one before. */
export function recentDay(day: string, now: Date): 'today' | 'yesterday' | undefined {
  if (day === dayOf(now)) return 'today';
  return day === dayOf(new Date(now.getTime() - DAY_MS)) ? 'yesterday' : undefined;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
