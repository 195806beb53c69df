import { type Kysely, sql } from 'kysely';

/** Tags of a space, or of one person, and the items that have them. New tables, so nothing is locked for long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const announced = (event: 'insert' | 'delete', rows: 'new' | 'old'): readonly string[] => [
  `create function announce_tagged_${event}() returns trigger language plpgsql as $$ begin
    perform announce_change('tag', case when tag.owner_id is null then changed.space_id end, null, tag.owner_id, null)
    from (select distinct space_id, tag_id from touched) changed join tag on tag.id = changed.tag_id;
    return null;
  end $$`,
  `create trigger node_tag_${event} after ${event} on node_tag referencing ${rows} table as touched
    for each statement execute function announce_tagged_${event}()`,
];

const STATEMENTS = [
  `create table tag (
    id uuid primary key,
    space_id uuid references space (id) on delete cascade,
    owner_id uuid references "user" (id) on delete cascade,
    name text not null,
    name_key text not null,
    color text not null,
    created_at timestamptz not null,
    revision integer not null default 1,
    constraint tag_of_one check (num_nonnulls(space_id, owner_id) = 1)
  )`,
  'create unique index tag_in_space on tag (space_id, name_key) where space_id is not null',
  'create unique index tag_of_owner on tag (owner_id, name_key) where owner_id is not null',
  `create table node_tag (
    tag_id uuid not null references tag (id) on delete cascade,
    space_id uuid not null,
    node_id uuid not null,
    created_at timestamptz not null,
    primary key (node_id, tag_id),
    constraint node_tag_node foreign key (space_id, node_id) references node (space_id, id)
      on delete cascade deferrable initially immediate
  )`,
  'create index node_tag_newest on node_tag (tag_id, created_at, node_id)',
  'create index node_tag_place on node_tag (space_id, node_id)',
  `alter table change drop constraint change_kind_check, add constraint change_kind_check
    check (kind in ('folder', 'trash', 'space', 'member', 'access', 'session', 'notification', 'job', 'comment', 'tag'))`,
  `create function announce_tag() returns trigger language plpgsql as $$ begin
    perform announce_change('tag', coalesce(new.space_id, old.space_id), null, coalesce(new.owner_id, old.owner_id), null);
    return null;
  end $$`,
  `create trigger tag_announced after insert or update or delete on tag
    for each row execute function announce_tag()`,
  ...announced('insert', 'new'),
  ...announced('delete', 'old'),
];
