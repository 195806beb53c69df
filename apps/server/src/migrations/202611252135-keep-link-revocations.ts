import { type Kysely, sql } from 'kysely';

/** Who revoked a link, so that they can take it back for a while; and the order of the list of administrators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table link add column revoked_by uuid references "user" (id) on delete set null`.execute(
    db,
  );
  await sql`create index link_revoker on link (revoked_by) where revoked_by is not null`.execute(db);
  await sql`create index link_newest on link (id) where revoked_at is null`.execute(db);
}
