import { type Clock, MINUTE_MS } from '@coffer/kit';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** So far clocks of processes differ that nobody has set. */
const AHEAD_WHEN_SET_BACK_MS = MINUTE_MS;
/** A process that is so far ahead is refused by S3, and no lock is longer. */
const AHEAD_ALWAYS_MS = 15 * MINUTE_MS;

/**
 * [Note: A clock that is set back] Buckets that were filled, and tries that were counted, at a time that is now to come
 * would let nobody in until it comes. They are taken for written just now: nothing is given for it. But a process whose
 * clock is merely slow finds rows ahead of it all the time, and must not end the locks of the others. So rows that are
 * not far ahead are mended only by a process that has seen its own clock go back, against one that nobody can set.
 *
 * Call what is returned once a minute. It throws what the database throws, and then mends the next time.
 */
export function createMending(
  deps: { readonly db: Db; readonly clock: Clock },
  elapsedMs: () => number = () => performance.now(),
): () => Promise<void> {
  const origin = (now: Date) => now.getTime() - elapsedMs();
  let mended = origin(deps.clock.now());
  return async () => {
    const now = deps.clock.now();
    const current = origin(now);
    const isSetBack = mended - current > AHEAD_WHEN_SET_BACK_MS;
    await mendFuture(deps.db, now, isSetBack ? AHEAD_WHEN_SET_BACK_MS : AHEAD_ALWAYS_MS);
    mended = current;
  };
}

async function mendFuture(db: Db, now: Date, aheadMs: number): Promise<void> {
  const latest = new Date(now.getTime() + aheadMs);
  await sql`update user_pool.rate_bucket set refilled_at = ${now}::timestamptz
    where refilled_at > ${latest}::timestamptz`.execute(db);
  await sql`update user_pool.lockout set last_failure_at = ${now}::timestamptz, locked_until = ${now}::timestamptz
    where locked_until > ${now}::timestamptz and last_failure_at > ${latest}::timestamptz`.execute(db);
}
