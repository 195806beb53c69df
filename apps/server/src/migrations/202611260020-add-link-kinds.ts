import { type Kysely, sql } from 'kysely';

/** Links that only show, and links with which guests change things. `link` is small: its check is read once under a lock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table link drop constraint link_kind_check,
    add constraint link_kind_check check (kind in ('view', 'download', 'edit', 'request'))`.execute(db);
}
