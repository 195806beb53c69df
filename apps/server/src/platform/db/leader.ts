import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Arbitrary, but must never change. */
const SPACE = 4_207_849;

/** Work for one server at a time. It must tolerate two: a server that loses its connection notices late. */
export const LEADERSHIPS = {
  uploads: 1,
  quarantine: 2,
  trash: 3,
  storage: 4,
  scrub: 5,
  strays: 6,
  archives: 7,
  renditions: 8,
  dropped: 9,
  audit: 10,
  versions: 16,
  jobs: 11,
  mail: 17,
  handIns: 18,
  quotas: 19,
  conversions: 60,
  leftFiles: 130,
  leftAccounts: 131,
} as const;

export type Leadership = keyof typeof LEADERSHIPS;

/**
 * Undefined when another server runs it. The lock ends with its own connection.
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function asLeader<T>(
  db: Db,
  leadership: Leadership,
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
