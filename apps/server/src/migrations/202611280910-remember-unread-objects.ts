import { type Kysely, sql } from 'kysely';

/** Objects that the daily check could not read. A new, small table; the reference waits for running writers of blob. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table unread_object (
    blob_id uuid primary key references blob (id) on delete cascade,
    tries integer not null check (tries > 0),
    due_at timestamptz not null
  )`.execute(db);
}
