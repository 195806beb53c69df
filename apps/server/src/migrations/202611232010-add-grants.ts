import { type Kysely, sql } from 'kysely';

/** Sharing with people. A new table: a short lock on `node` and `user` for the foreign keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table "grant" (
    space_id uuid not null,
    node_id uuid not null,
    user_id uuid not null references "user" (id) on delete cascade,
    role text not null check (role in ('viewer', 'editor', 'manager')),
    granted_by uuid not null references "user" (id),
    message text not null default '' check (length(message) <= 1000),
    expires_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 1,
    primary key (space_id, node_id, user_id),
    constraint grant_node foreign key (space_id, node_id) references node (space_id, id) on delete cascade
  )`.execute(db);
  await sql`create index grant_user on "grant" (user_id, space_id)`.execute(db);
  await sql`create index grant_granted_by on "grant" (granted_by)`.execute(db);
}
