import { err, ok, type Result } from '@coffer/kit';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Db } from './db.ts';
import { describeUnavailable, isDatabaseUnavailable } from './unavailable.ts';

/** Returns the version of PostgreSQL, such as `18.1`. `isLasting` is true if waiting does not help, because the operator has to act. */
export async function pingDatabase(
  db: Db,
): Promise<Result<string, { readonly reason: string; readonly isLasting: boolean }>> {
  try {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
    return ok(rows[0]?.server_version ?? 'unknown');
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const isLasting = error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? '');
    return err({ reason: describeUnavailable(error), isLasting });
  }
}
