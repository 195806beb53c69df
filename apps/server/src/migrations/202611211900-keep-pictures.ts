import { type Kysely, sql } from 'kysely';

/** The picture of a person, small and ready to be shown: a `data:` address. A new table: nothing waits for a lock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table person_picture (
    user_id uuid primary key references "user" (id) on delete cascade,
    picture text not null check (length(picture) <= 87500),
    changed_at timestamptz not null
  )`.execute(db);
}
