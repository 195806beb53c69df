import { type Kysely, sql } from 'kysely';

/** What people follow. New tables: a short lock on `node` and `user` for the foreign keys, and on `event` for a trigger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table follow (
    user_id uuid not null references "user" (id) on delete cascade,
    space_id uuid not null,
    node_id uuid not null,
    created_at timestamptz not null,
    primary key (user_id, node_id),
    constraint follow_node foreign key (space_id, node_id) references node (space_id, id)
      on delete cascade deferrable initially immediate
  )`,
  'create index follow_newest on follow (user_id, created_at, node_id)',
  'create index follow_node_of on follow (space_id, node_id)',
  `create trigger follow_journal after insert or update or delete on follow
    for each row execute function journal_row(user_id, space_id, node_id)`,
  `create table follow_pending (
    id bigint generated always as identity primary key,
    space_id uuid not null,
    first bigint not null,
    last bigint not null
  )`,
  `create function note_for_followers() returns trigger language plpgsql as $$ begin
    insert into follow_pending (space_id, first, last)
    select noted.space_id, noted.first, noted.last
    from (
      select added.space_id, min(added.sequence) as first, max(added.sequence) as last
      from added group by added.space_id
    ) as noted
    where exists (select from follow where follow.space_id = noted.space_id);
    return null;
  end $$`,
  `create trigger event_noted_for_followers after insert on event referencing new table as added
    for each statement execute function note_for_followers()`,
];
