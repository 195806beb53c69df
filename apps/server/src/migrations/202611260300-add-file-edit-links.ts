import { type Kysely, sql } from 'kysely';

/** The file that an upload by a link to edit becomes a version of, wherever it is and whatever it is called by then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload add column replaces_id uuid`.execute(db);
}
