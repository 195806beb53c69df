import { type Kysely, sql } from 'kysely';

/**
 * The trash of a space by who deleted and by where it came from. Blocks writers of `node` while two small partial
 * indexes are built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['trashed_by', 'parent_id'] as const) {
    await sql`create index ${sql.ref(`node_trash_of_${column}`)} on node (space_id, ${sql.ref(column)}, trashed_at, id)
      where trashed_at is not null and purge_began_at is null`.execute(db);
  }
}
