import { type Kysely, sql } from 'kysely';

/** How often the next step of a job has thrown, and when it is tried again: a server that starts anew must not begin to count anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column tries integer not null default 0, add column retry_at timestamptz`.execute(
    db,
  );
}
