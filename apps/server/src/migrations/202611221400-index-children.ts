import { type Kysely, sql } from 'kysely';

/**
 * The index of the entries of a folder, without roots. PostgreSQL looks for the row that a foreign key names by a plan that it makes once for
 * each connection, while a new table is still empty. The whole index looked as good to it then as the primary key, and every file
 * that was added read all entries of its space, until the tables were next analysed. That a row has a parent cannot be concluded from its
 * own key, so for that the index is out of the question; for whoever looks below a folder it can be.
 *
 * `create index` holds SHARE: reading goes on, and changes wait for the few seconds that it takes for a million rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index node_children`.execute(db);
  await sql`create index node_children on node (space_id, parent_id) where parent_id is not null`.execute(db);
}
