import { type Kysely, sql } from 'kysely';

/** Until when the files of a deleted account are kept. A short lock on `user`, and no rewrite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "user"
    add column files_until timestamptz,
    add constraint user_files_until_removed check (files_until is null or status = 'removed')`.execute(db);
  await sql`create index user_files_until on "user" (files_until) where files_until is not null`.execute(db);
}
