import { type Kysely, sql } from 'kysely';

/**
 * What a job finds out is the doing of nobody: such an event has no actor, where it named the author of the file. Changes the catalog alone,
 * once nobody else is writing an event.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event alter column actor_id drop not null`.execute(db);
  await sql`update event set actor_id = null where verb = 'version_damaged'`.execute(db);
}
