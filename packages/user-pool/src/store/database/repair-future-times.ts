import { type Clock, MINUTE_MS } from '@coffer/kit';
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Clock skew tolerated between processes. */
const AHEAD_WHEN_SET_BACK_MS = MINUTE_MS;
/** S3 refuses a larger skew, and no lockout lasts longer. */
const AHEAD_ALWAYS_MS = 15 * MINUTE_MS;

/**
 * [Note: A clock that is set back] Rows with a time in the future would lock users out until then, so they get the
 * current time. Another process may merely be ahead, so small differences are changed only after this process saw its
 * own clock go back against a monotonic one. Call the returned function once a minute; after a database error the next
 * call retries.
 */
export function createClockRepair(
  deps: { readonly db: Db; readonly clock: Clock },
  elapsedMs: () => number = () => performance.now(),
): () => Promise<void> {
  const origin = (now: Date) => now.getTime() - elapsedMs();
  let lastOrigin = origin(deps.clock.now());
  return async () => {
    const now = deps.clock.now();
    const current = origin(now);
    const isSetBack = lastOrigin - current > AHEAD_WHEN_SET_BACK_MS;
    await repairFutureTimes(deps.db, now, isSetBack ? AHEAD_WHEN_SET_BACK_MS : AHEAD_ALWAYS_MS);
    lastOrigin = current;
  };
}

async function repairFutureTimes(db: Db, now: Date, aheadMs: number): Promise<void> {
  const latest = new Date(now.getTime() + aheadMs);
  await sql`update user_pool.rate_bucket set refilled_at = ${now}::timestamptz
    where refilled_at > ${latest}::timestamptz`.execute(db);
  await sql`update user_pool.lockout set last_failure_at = ${now}::timestamptz, locked_until = ${now}::timestamptz
    where locked_until > ${now}::timestamptz and last_failure_at > ${latest}::timestamptz`.execute(db);
}
