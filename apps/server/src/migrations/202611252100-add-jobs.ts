import { type Kysely, sql } from 'kysely';

/**
 * What a person did with one or many items, with all that undoing needs. `event.in_feed` marks the first event of each such
 * act, which stands for all of them in the activity of a space. Building the two indexes on `event` stops changes for the
 * few seconds that a million rows take.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table job (
    id uuid primary key,
    kind text not null check
      (kind in ('move', 'copy', 'trash', 'restore', 'rename', 'create', 'restore_version')),
    actor_id uuid not null references "user" (id) on delete cascade,
    undone_by uuid references "user" (id) on delete set null,
    state text not null check (state in ('running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
    code text,
    space_ids uuid[] not null,
    target_id uuid,
    conflict text check (conflict in ('fail', 'rename', 'replace')),
    name text not null,
    total bigint not null,
    size_bytes bigint,
    done bigint not null default 0,
    failed bigint not null default 0,
    undone bigint not null default 0,
    kept bigint not null default 0,
    position bigint not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    finished_at timestamptz
  )`,
  'create index job_of_actor on job (actor_id, id)',
  'create index job_undoer on job (undone_by) where undone_by is not null',
  'create index job_created on job (created_at)',
  `create index job_unfinished on job (id) where state in ('running', 'undoing')`,
  `create table job_item (
    job_id uuid not null references job (id) on delete cascade,
    position bigint not null,
    did text not null check
      (did in ('moved', 'copied', 'trashed', 'restored', 'renamed', 'created', 'version_restored')),
    node_id uuid not null,
    state text not null check (state in ('waiting', 'done', 'failed', 'undone', 'kept')),
    code text,
    from_space_id uuid,
    from_parent_id uuid,
    from_name text,
    from_version_id uuid,
    to_space_id uuid,
    to_parent_id uuid,
    to_name text,
    to_version_id uuid,
    trashed_at timestamptz,
    primary key (job_id, position)
  )`,
  'create index job_item_refused on job_item (job_id, position) where code is not null',
  `alter table event add column job_id uuid, add column in_feed boolean not null default true`,
  'create index event_feed on event (space_id, id) where in_feed',
  'create index event_job on event (job_id, space_id, verb) where job_id is not null',
  `alter table change drop constraint change_kind_check, add constraint change_kind_check
    check (kind in ('folder', 'trash', 'space', 'member', 'access', 'session', 'notification', 'job'))`,
  `create function announce_job() returns trigger language plpgsql as $$ begin
    perform announce_change('job', null, null, new.actor_id, null);
    return null;
  end $$`,
  `create trigger job_begun after insert on job for each row
    when (new.state = 'running') execute function announce_job()`,
  `create trigger job_announced after update on job for each row
    when (old.state in ('running', 'undoing') or new.state in ('running', 'undoing'))
    execute function announce_job()`,
];
