import { sql } from 'kysely';
import type { Db } from './db.ts';

/** First half of the two-part keys of our advisory locks: any number will do, as long as it is the same in every version. */
const SPACE = 4_207_849;

/**
 * Background work that one server at a time should do. `work` must be safe to run twice all the same: a server whose connection breaks
 * does not learn of it before its work is done.
 */
export const LEADERSHIPS = {
  uploads: 1,
  quarantine: 2,
  trash: 3,
  storage: 4,
  scrub: 5,
  strays: 6,
} as const;

/**
 * Runs `work` if no other server runs it at this moment. Undefined when one does. The lock belongs to a connection of its own, and
 * goes with it: a server that is killed holds nobody up.
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function asLeader<T>(
  db: Db,
  leadership: keyof typeof LEADERSHIPS,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return await db.connection().execute(async (connection) => {
    const key = sql`${sql.lit(SPACE)}, ${sql.lit(LEADERSHIPS[leadership])}`;
    const taken = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(
      connection,
    );
    if (taken.rows[0]?.taken !== true) return undefined;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
