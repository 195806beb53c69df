import { type Kysely, sql } from 'kysely';

/**
 * Team spaces, their members and their archive. Columns with a constant default: a short exclusive lock on `space` and
 * `member`, and no rewrite. `space` and `member` are small.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table space
    add column description text not null default '' check (length(description) <= 280),
    add column color text not null default 'teal'
      check (color in ('teal', 'blue', 'violet', 'pink', 'red', 'orange', 'amber', 'green')),
    add column archived_at timestamptz,
    add column emptied_at timestamptz,
    add constraint space_archived_is_team check (archived_at is null or kind = 'team'),
    add constraint space_emptied_is_archived check (emptied_at is null or archived_at is not null)`.execute(
    db,
  );
  await sql`create index space_archived on space (archived_at) where archived_at is not null`.execute(db);
  await sql`create index space_owner on space (owner_id) where kind = 'team'`.execute(db);
  await sql`alter table member add column revision integer not null default 1`.execute(db);
  await sql`create table archived_member (
    space_id uuid not null references space (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    role text not null check (role in ('viewer', 'contributor', 'editor', 'manager', 'owner')),
    created_at timestamptz not null,
    primary key (space_id, user_id)
  )`.execute(db);
  await sql`create index archived_member_user on archived_member (user_id) where role = 'owner'`.execute(db);
}
