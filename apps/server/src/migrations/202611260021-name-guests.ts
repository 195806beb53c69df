import { type Kysely, sql } from 'kysely';

/** Who changed a file by a link, beside the person in whose name it counts. Null columns are added without a rewrite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload add column link_label text`.execute(db);
  await sql`alter table version add column guest_name text, add column link_label text`.execute(db);
}
