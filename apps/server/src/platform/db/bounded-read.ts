import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Db, Tx } from './db.ts';
import { inSnapshot } from './transaction.ts';

/** `query_canceled`. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CANCELED = '57014';

/**
 * Reads with a separate statement timeout and avoids sequential scans, which the planner tends to choose for rare rows
 * and a limit. Undefined after the timeout.
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
