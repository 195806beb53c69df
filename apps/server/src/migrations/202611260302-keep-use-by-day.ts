import { type Kysely, sql } from 'kysely';

/** What all spaces hold at the end of a day (UTC), and what each holds on the days on which that changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table use_day (
    day timestamptz primary key,
    used_bytes bigint not null check (used_bytes >= 0)
  )`.execute(db);
  await sql`create table space_use_day (
    space_id uuid not null references space (id) on delete cascade,
    day timestamptz not null,
    used_bytes bigint not null check (used_bytes >= 0),
    primary key (space_id, day)
  )`.execute(db);
}
