import { type Kysely, sql } from 'kysely';

/** The version that the sender of a new one had seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table upload add column based_on uuid').execute(db);
}
