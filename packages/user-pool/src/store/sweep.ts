import { sql } from 'kysely';
import type { Db } from './database.ts';

const BATCH_ROWS_MAX = 1000;
/** So long an expired family is kept, to tell "expired" from "invalid". */
const FAMILY_KEPT = '30 days';
/** So long a used or expired session is kept, to name the reason of a refusal. */
const SESSION_KEPT = '1 hour';

/** Deletes what is past use, a batch of each table; returns how many rows went. Safe in several processes at once. */
export async function sweep(db: Db, now: Date): Promise<number> {
  const statements = [
    sql`delete from user_pool.srp_challenge where secret_block_hash in (
      select secret_block_hash from user_pool.srp_challenge where expires_at < ${now}::timestamptz
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.auth_session where handle_hash in (
      select handle_hash from user_pool.auth_session
      where expires_at < ${now}::timestamptz - ${SESSION_KEPT}::interval
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.token_family where origin_jti in (
      select origin_jti from user_pool.token_family
      where expires_at < ${now}::timestamptz - ${FAMILY_KEPT}::interval
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`update user_pool.refresh_token set successor_sealed = null where token_hash in (
      select token_hash from user_pool.refresh_token
      where successor_sealed is not null and rotated_at < ${now}::timestamptz - interval '2 minutes'
      limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.lockout where subject in (
      select subject from user_pool.lockout
      where locked_until < ${now}::timestamptz - interval '1 hour'
        and last_failure_at < ${now}::timestamptz - interval '1 hour'
      order by locked_until limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.rate_bucket where subject in (
      select subject from user_pool.rate_bucket where refilled_at < ${now}::timestamptz - interval '1 day'
      order by refilled_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
  ];
  let count = 0n;
  for (const statement of statements) count += (await statement.execute(db)).numAffectedRows ?? 0n;
  return Number(count);
}
