import { type Kysely, sql } from 'kysely';

/**
 * Groups as members of spaces, and in grants. `space_role` and `node_role` are the only places that add the ways up in which
 * a person has a role. A short lock on `grant` and `change`, which are read once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const trigger = (body: string): string => `language plpgsql as $$ begin ${body} return null; end $$`;

/** Everybody in the group, each for themselves: who has left it is told by the row of `group_member`. */
const tellGroup = (group: string): string =>
  `perform announce_change('access', null, null, user_id, null) from group_member where group_id = ${group};`;

const ofRow = (tell: (row: 'old' | 'new') => string): string => `
  if tg_op <> 'INSERT' then ${tell('old')} end if;
  if tg_op <> 'DELETE' then ${tell('new')} end if;`;

const GIVEN = `given.space_id, given.node_id, given.group_id, given.role, given.granted_by, given.message,
  given.expires_at, given.created_at, given.revision`;

const STATEMENTS = [
  `alter table "group" add column updated_at timestamptz, add column revision integer not null default 1`,
  `update "group" set updated_at = created_at`,
  `alter table "group" alter column updated_at set not null`,
  `create unique index group_own_name on "group" (lower(name)) where source = 'local'`,
  `create table space_group (
    space_id uuid not null references space (id) on delete cascade,
    group_id uuid not null references "group" (id) on delete cascade,
    role text not null check (role in ('viewer', 'contributor', 'editor', 'manager')),
    is_archived boolean not null default false,
    created_at timestamptz not null,
    revision integer not null default 1,
    primary key (space_id, group_id)
  )`,
  'create index space_group_group on space_group (group_id, space_id)',
  `alter table "grant" drop constraint grant_pkey,
    alter column user_id drop not null,
    add column group_id uuid references "group" (id) on delete cascade,
    add constraint grant_holder check (num_nonnulls(user_id, group_id) = 1),
    add constraint grant_once unique nulls not distinct (space_id, node_id, user_id, group_id)`,
  `create index grant_group on "grant" (group_id, space_id) where group_id is not null`,
  `create index grant_node_group on "grant" (space_id, node_id, group_id) where group_id is not null`,
  `create view space_role as
    select space_id, user_id, role, null::uuid as group_id from member
    union all
    select space_group.space_id, group_member.user_id, space_group.role, space_group.group_id
    from space_group join group_member on group_member.group_id = space_group.group_id
    where not space_group.is_archived`,
  `create view node_role as
    select ${GIVEN}, given.user_id from "grant" given
    where given.group_id is null
      and exists (select from space where id = given.space_id and archived_at is null)
    union all
    select ${GIVEN}, group_member.user_id
    from "grant" given join group_member on group_member.group_id = given.group_id
    where given.group_id is not null
      and exists (select from space where id = given.space_id and archived_at is null)`,
  `alter table change drop constraint change_kind_check,
    add constraint change_kind_check check (kind in ('folder', 'trash', 'space', 'member', 'access', 'session'))`,
  `create function announce_space_group() returns trigger ${trigger(
    ofRow(
      (row) => `perform announce_change('member', ${row}.space_id, null, null, null);
        ${tellGroup(`${row}.group_id`)}`,
    ),
  )}`,
  `create trigger space_group_announced after insert or update or delete on space_group
    for each row execute function announce_space_group()`,
  `create function announce_group_member() returns trigger ${trigger(
    ofRow((row) => `perform announce_change('access', null, null, ${row}.user_id, null);`),
  )}`,
  `create trigger group_member_announced after insert or delete on group_member
    for each row execute function announce_group_member()`,
  `create function announce_grant() returns trigger ${trigger(
    ofRow(
      (
        row,
      ) => `if ${row}.group_id is null then perform announce_change('access', null, null, ${row}.user_id, null);
        else ${tellGroup(`${row}.group_id`)} end if;`,
    ),
  )}`,
  `create trigger grant_announced after insert or update or delete on "grant"
    for each row execute function announce_grant()`,
];
