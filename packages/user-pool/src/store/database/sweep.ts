import { sql } from 'kysely';
import type { Db } from './database.ts';

const BATCH_ROWS_MAX = 1000;
/** Expired families are kept this long, to distinguish "expired" from "invalid". */
const FAMILY_RETENTION = '30 days';
/** Expired sign-in sessions are kept this long, to report why an answer is refused. */
const SESSION_RETENTION = '1 hour';
/** Used authorization codes are kept this long, to detect their reuse. */
const CODE_RETENTION = '1 day';
/** Unconfirmed devices are kept this long: confirming one needs an access token, which lives at most a day. */
const DEVICE_RETENTION = '1 day';

/** Deletes expired rows, one batch per table; returns their number. Safe in several processes. */
export async function sweep(db: Db, now: Date): Promise<number> {
  const statements = [
    sql`delete from user_pool.srp_challenge where secret_block_hash in (
      select secret_block_hash from user_pool.srp_challenge where expires_at < ${now}::timestamptz
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.auth_session where handle_hash in (
      select handle_hash from user_pool.auth_session
      where expires_at < ${now}::timestamptz - ${SESSION_RETENTION}::interval
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.token_family where origin_jti in (
      select origin_jti from user_pool.token_family
      where expires_at < ${now}::timestamptz - ${FAMILY_RETENTION}::interval
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`update user_pool.refresh_token set successor_sealed = null where token_hash in (
      select token_hash from user_pool.refresh_token
      where successor_sealed is not null and rotated_at < ${now}::timestamptz - interval '2 minutes'
      limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.web_authn_registration where challenge_hash in (
      select challenge_hash from user_pool.web_authn_registration where expires_at < ${now}::timestamptz
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.device where device_key in (
      select device_key from user_pool.device
      where status = 'new' and created_at < ${now}::timestamptz - ${DEVICE_RETENTION}::interval
      order by created_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.lockout where subject in (
      select subject from user_pool.lockout
      where locked_until < ${now}::timestamptz - interval '1 hour'
        and last_failure_at < ${now}::timestamptz - interval '1 hour'
      order by locked_until limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.signing_key where retired_at < ${now}::timestamptz - interval '25 hours'`,
    sql`delete from user_pool.rate_bucket where subject in (
      select subject from user_pool.rate_bucket where refilled_at < ${now}::timestamptz - interval '1 day'
      order by refilled_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    // Kept to distinguish "expired" from "never sent".
    sql`delete from user_pool.code where (pool_id, subject, purpose, scope) in (
      select pool_id, subject, purpose, scope from user_pool.code
      where expires_at < ${now}::timestamptz - interval '1 day'
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.outbox where id in (
      select id from user_pool.outbox
      where expires_at < ${now}::timestamptz
        or coalesce(delivered_at, given_up_at) < ${now}::timestamptz - interval '1 day'
      limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.federation_request where state_hash in (
      select state_hash from user_pool.federation_request where expires_at < ${now}::timestamptz
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.authorization_request where id in (
      select id from user_pool.authorization_request
      where expires_at < ${now}::timestamptz - ${SESSION_RETENTION}::interval
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.authorization_code where code_hash in (
      select code_hash from user_pool.authorization_code
      where expires_at < ${now}::timestamptz - ${CODE_RETENTION}::interval
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
    sql`delete from user_pool.hosted_session where session_hash in (
      select session_hash from user_pool.hosted_session where expires_at < ${now}::timestamptz
      order by expires_at limit ${BATCH_ROWS_MAX} for update skip locked)`,
  ];
  let count = 0n;
  for (const statement of statements) count += (await statement.execute(db)).numAffectedRows ?? 0n;
  return Number(count);
}
