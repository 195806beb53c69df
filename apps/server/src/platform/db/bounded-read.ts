import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Db, Tx } from './db.ts';
import { inSnapshot } from './transaction.ts';

/** `query_canceled`. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CANCELED = '57014';

/**
 * Reads with a statement timeout of its own, and only through indexes: with a limit, the planner otherwise likes to scan
 * a whole table for rare rows. Undefined when the time is over.
 */
export async function readWithin<T>(
  db: Db,
  timeoutMs: number,
  read: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await inSnapshot(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true),
        set_config('enable_seqscan', 'off', true)`.execute(tx);
      return await read(tx);
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === CANCELED) return undefined;
    throw error;
  }
}
