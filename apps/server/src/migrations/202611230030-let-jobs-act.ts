import { type Kysely, sql } from 'kysely';

/**
 * What a job finds out is the doing of nobody: such an event has no actor, where it named the author of the file. Changes the catalog alone:
 * events that stand already go on naming the author, as nothing shows them and to find them all events would be read while nobody can write one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table event alter column actor_id drop not null`.execute(db);
}
