import { type Kysely, sql } from 'kysely';

/**
 * The newest events of an item, and of what lies directly in a folder, lay in it or came from it.
 *
 * `create index` holds SHARE on `event`: reading goes on, and changes wait for the few seconds that a million rows take.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index event_of_node on event (node_id, sequence)`.execute(db);
  await sql`create index event_in_folder on event (((facts ->> 'parent_id')::uuid), sequence)
    where facts ? 'parent_id'`.execute(db);
  await sql`create index event_from_folder on event (((facts ->> 'from_parent_id')::uuid), sequence)
    where facts ? 'from_parent_id'`.execute(db);
}
