import { SECOND_MS } from '@coffer/kit';
import { sql } from 'kysely';
import type { Db, Tx } from './database/database.ts';

export interface LockoutRule {
  /** This failure locks for one second, and each further one doubles the lock. */
  readonly freeFailures: number;
  readonly lockSecondsMax: number;
  /** The count resets after this time without failure or lock. */
  readonly forgetSeconds: number;
}

/** False if the subject is already locked, in which case nothing is counted. */
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

/** True if no subject is locked. Resets `forgiven` unless it is locked itself. */
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
