import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

export interface QueueCount {
  readonly waiting: number;
  /** Whether there are more rows than `waiting`. */
  readonly isMore: boolean;
  /** The earliest time (`at`) of the counted rows. Null if there are none. */
  readonly since: Date | null;
}

/** Bounds the cost of counting a long queue. */
const COUNTED_MAX = 10_000;

/** `rows` is the SQL after `from`; `at` is the SQL expression whose minimum is returned as `since`. */
export async function countQueue(
  db: Db,
  { rows, at }: { readonly rows: RawBuilder<unknown>; readonly at: RawBuilder<unknown> },
): Promise<QueueCount> {
  const query = sql<{ readonly waiting: number; readonly since: Date | null }>`
    select count(*)::int as waiting, min(due.at) as since
    from (select ${at} as at from ${rows} limit ${COUNTED_MAX + 1}) as due`;
  const { waiting = 0, since = null } = (await query.execute(db)).rows[0] ?? {};
  return { waiting: Math.min(waiting, COUNTED_MAX), isMore: waiting > COUNTED_MAX, since };
}
