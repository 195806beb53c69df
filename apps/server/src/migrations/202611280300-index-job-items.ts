import { type Kysely, sql } from 'kysely';

/** Each batch of a job asks which nodes it has handled already. Writes to `job_item` wait meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index job_item_node on job_item (job_id, node_id)`.execute(db);
}
