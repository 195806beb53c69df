import { type Kysely, sql } from 'kysely';

/** The people whom a comment mentions. A column with a constant default, which rewrites no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comment add column mentions uuid[] not null default '{}'`.execute(db);
}
