import { SECOND_MS } from '@coffer/kit';
import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

export interface LockoutRule {
  /** So many failures are free; from this one on, each locks for twice as long as the one before. */
  readonly freeFailures: number;
  readonly lockSecondsMax: number;
  /** So long without a lock and without a failure, and the count begins anew. */
  readonly forgetSeconds: number;
}

/** Counts a failure in one statement. False when the subject was locked: then nothing is counted. */
export async function countFailure(
  db: Db | Tx,
  subject: string,
  at: { readonly now: Date; readonly rule: LockoutRule },
): Promise<boolean> {
  const { now, rule } = at;
  const forgetBefore = new Date(now.getTime() - rule.forgetSeconds * 1000);
  const lockSeconds = (count: ReturnType<typeof sql<number>>) => sql`
    case when ${count} < ${rule.freeFailures}::int then 0
    else least(${rule.lockSecondsMax}::int, power(2, least(${count} - ${rule.freeFailures}::int, 20)))::int end`;
  const next = sql<number>`(case when greatest(was.last_failure_at, was.locked_until) < ${forgetBefore}::timestamptz
    then 1 else was.failure_count + 1 end)`;
  const counted = await sql<{ subject: string }>`
    insert into user_pool.lockout as was (subject, failure_count, last_failure_at, locked_until)
    values (${subject}, 1, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(secs => ${lockSeconds(sql<number>`1`)}))
    on conflict (subject) do update set
      failure_count = ${next},
      last_failure_at = ${now}::timestamptz,
      locked_until = ${now}::timestamptz + make_interval(secs => ${lockSeconds(next)})
    where was.locked_until <= ${now}::timestamptz
    returning subject`.execute(db);
  return counted.rows.length === 1;
}

/** Seconds until a subject may try again, in whole ones; undefined where it may now. */
export async function secondsLocked(db: Db, subject: string, now: Date): Promise<number | undefined> {
  const found = await db
    .selectFrom('lockout')
    .select('locked_until')
    .where('subject', '=', subject)
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return found === undefined
    ? undefined
    : Math.ceil((found.locked_until.getTime() - now.getTime()) / SECOND_MS);
}

/** True when none of the subjects is locked; `forgiven` then begins anew. One statement. */
export async function clearFailures(
  db: Db | Tx,
  subjects: readonly string[],
  at: { readonly now: Date; readonly forgiven: string },
): Promise<boolean> {
  const locked = await sql<{ count: number }>`
    with gone as (
      delete from user_pool.lockout where subject = ${at.forgiven} and locked_until <= ${at.now}::timestamptz
    )
    select count(*)::int as count from user_pool.lockout
    where subject = any(${[...subjects]}::text[]) and locked_until > ${at.now}::timestamptz`.execute(db);
  return locked.rows[0]?.count === 0;
}
