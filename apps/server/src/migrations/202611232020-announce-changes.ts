import { type Kysely, sql } from 'kysely';

/**
 * The change feed. Triggers write it in the transaction of the change, so no writer can forget it: one row for each folder,
 * space or member and transaction, however many files changed. Creating the triggers waits for running writers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** What the page of a space shows. The event number changes with every event, so it is none of them. */
const SHOWN = [
  'name',
  'description',
  'color',
  'kind',
  'owner_id',
  'quota_bytes',
  'used_bytes',
  'reserved_bytes',
  'held_bytes',
  'purged_bytes',
  'archived_at',
];

const columnsOf = (row: string): string => SHOWN.map((column) => `${row}.${column}`).join(', ');

const trigger = (body: string): string => `language plpgsql as $$ begin ${body} return null; end $$`;

const STATEMENTS = [
  `create table change (
    tx xid8 not null default pg_current_xact_id(),
    kind text not null check (kind in ('folder', 'trash', 'space', 'member', 'session')),
    space_id uuid,
    folder_id uuid,
    person_id uuid,
    revision bigint,
    at timestamptz not null default clock_timestamp(),
    constraint change_once unique nulls not distinct (tx, kind, space_id, folder_id, person_id)
  )`,
  'create index change_at on change (at)',
  `create function announce_change(kind text, space_id uuid, folder_id uuid, person_id uuid, revision bigint)
    returns void language sql as $$
      insert into change (kind, space_id, folder_id, person_id, revision)
      values ($1, $2, $3, $4, $5)
      on conflict on constraint change_once do update set revision = excluded.revision
        where excluded.revision > change.revision
    $$`,
  `create function announce_folder() returns trigger
    ${trigger(`perform announce_change('folder', new.space_id, new.folder_id, null, new.revision);`)}`,
  `create trigger folder_content_announced after insert or update on folder_content
    for each row execute function announce_folder()`,
  `create function announce_trash_on_update() returns trigger ${trigger(`
    perform announce_change('trash', trash.space_id, null, null, null) from (
      select space_id from added where trashed_at is not null
      union select space_id from removed where trashed_at is not null
    ) trash;`)}`,
  `create trigger node_trash_update after update on node referencing old table as removed new table as added
    for each statement execute function announce_trash_on_update()`,
  `create function announce_trash_on_delete() returns trigger ${trigger(`
    perform announce_change('trash', trash.space_id, null, null, null)
    from (select distinct space_id from removed where trashed_at is not null) trash;`)}`,
  `create trigger node_trash_delete after delete on node referencing old table as removed
    for each statement execute function announce_trash_on_delete()`,
  `create function announce_space() returns trigger
    ${trigger(`perform announce_change('space', new.id, null, null, null);`)}`,
  `create trigger space_announced after update on space for each row
    when ((${columnsOf('old')}) is distinct from (${columnsOf('new')})) execute function announce_space()`,
  `create function announce_member() returns trigger ${trigger(`
    if tg_op <> 'INSERT' then perform announce_change('member', old.space_id, null, old.user_id, null); end if;
    if tg_op <> 'DELETE' then perform announce_change('member', new.space_id, null, new.user_id, null); end if;`)}`,
  `create trigger member_announced after insert or update or delete on member
    for each row execute function announce_member()`,
  `create function announce_session() returns trigger
    ${trigger(`perform announce_change('session', null, null, new.user_id, null);`)}`,
  `create trigger session_announced after update of revoked_at on session for each row
    when (old.revoked_at is null and new.revoked_at is not null) execute function announce_session()`,
  `create function announce_account() returns trigger
    ${trigger(`perform announce_change('session', null, null, new.id, null);`)}`,
  `create trigger user_announced after update of status on "user" for each row
    when (new.status <> 'active') execute function announce_account()`,
];
