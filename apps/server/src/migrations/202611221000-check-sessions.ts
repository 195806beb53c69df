import { type Kysely, sql } from 'kysely';

/**
 * When the pool was last asked about a session, apart from when the session was last used. Nullable and without a default: `alter
 * table` holds ACCESS EXCLUSIVE for an instant and rewrites nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column checked_at timestamptz`.execute(db);
}
