import { type Kysely, sql } from 'kysely';

/** Markers of folders count too, so that no source can list them for ever. A constant default changes no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bucket_import add column listed bigint not null default 0`.execute(db);
}
