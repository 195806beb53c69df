import { type Kysely, sql } from 'kysely';

/** Tags that an item lost when it moved to another space, for the undo of the move. A new, small table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table left_tag (
    node_id uuid not null,
    tag_id uuid not null references tag (id) on delete cascade,
    created_at timestamptz not null,
    left_at timestamptz not null,
    primary key (node_id, tag_id)
  )`.execute(db);
  await sql`create index left_tag_tag on left_tag (tag_id)`.execute(db);
  await sql`create index left_tag_left on left_tag (left_at)`.execute(db);
}
