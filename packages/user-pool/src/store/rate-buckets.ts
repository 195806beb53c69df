import { sql } from 'kysely';
import type { Db } from './database/database.ts';

/**
 * Takes up to `count` tokens from a bucket of `rate.count`, refilled over `rate.perSeconds`; returns how many. The table
 * is unlogged, so a crash of PostgreSQL refills all.
 */
export async function takeTokens(
  db: Db,
  take: {
    readonly subject: string;
    readonly rate: { readonly count: number; readonly perSeconds: number };
    readonly count: number;
    readonly now: Date;
  },
): Promise<number> {
  const { subject, rate, count, now } = take;
  const first = Math.min(count, rate.count);
  const available = sql<number>`least(${rate.count}::float8, was.tokens
    + greatest(0, extract(epoch from ${now}::timestamptz - was.refilled_at))::float8
      * ${rate.count / rate.perSeconds}::float8)`;
  const granted = sql<number>`least(${count}::float8, floor(${available} + 1e-9))`;
  const { rows } = await sql<{ granted: number }>`
    insert into user_pool.rate_bucket as was (subject, tokens, granted, refilled_at)
    values (${subject}, ${rate.count - first}::float8, ${first}::int, ${now}::timestamptz)
    on conflict (subject) do update set
      tokens = greatest(0, ${available} - ${granted}),
      granted = ${granted}::int,
      refilled_at = greatest(was.refilled_at, ${now}::timestamptz)
    where ${available} + 1e-9 >= 1
    returning granted`.execute(db);
  return rows[0]?.granted ?? 0;
}
