import { sql } from 'kysely';
import type { Db } from './db.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** One statement that touches nothing. False when the database cannot be reached. */
export async function pingDatabase(db: Db): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false;
    throw error;
  }
}

/** The version of the server as it names itself, such as `18.1`. */
export async function databaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version ?? 'unknown';
}
