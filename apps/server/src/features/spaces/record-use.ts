import { LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { forgetUseBefore, recordUseOf } from './store/use-days.ts';

/**
 * Background job: saves today's usage of the spaces, replacing the previous value of the day. Idempotent; returns the
 * number of deleted old rows.
 */
export async function recordUse({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const today = dayOf(clock.now());
  const oldest = new Date(today.getTime() - LIMITS.useDaysKept * DAY_MS);
  return await inTransaction(db, async (tx) => {
    await recordUseOf(tx, today);
    return await forgetUseBefore(tx, oldest);
  });
}

/** The beginning of the day in UTC. */
export function dayOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}
