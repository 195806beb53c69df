import { err, ok, type Result } from '@coffer/kit';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Db } from './db.ts';
import { describeUnavailable, isDatabaseUnavailable } from './unavailable.ts';

/** `isLasting` is true if waiting does not help, because the operator has to act. */
export async function pingDatabase(
  db: Db,
): Promise<Result<void, { readonly reason: string; readonly isLasting: boolean }>> {
  try {
    await sql`select 1`.execute(db);
    return ok(undefined);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const isLasting = error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? '');
    return err({ reason: describeUnavailable(error), isLasting });
  }
}

export async function databaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? 'unknown';
}
