import { type Kysely, sql } from 'kysely';

/** Folders that were emptied by a merge, for its undo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_item drop constraint job_item_did_check, add constraint job_item_did_check check (did in
    ('moved', 'copied', 'trashed', 'merged', 'restored', 'purged', 'renamed', 'created', 'version_restored')) not valid`.execute(
    db,
  );
  await sql`alter table job_item validate constraint job_item_did_check`.execute(db);
}
