import { type Kysely, sql } from 'kysely';

/** The largest files of a space. Only few files are large, so the index is small. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index node_large on node (space_id, size_bytes, id)
      where kind = 'file' and trashed_at is null and size_bytes >= 1048576`.execute(db);
}
