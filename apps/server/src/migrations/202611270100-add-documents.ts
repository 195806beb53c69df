import { type Kysely, sql } from 'kysely';

/**
 * The texts of files, for the search in contents. One row for each file that may have a text, of its current version. Triggers
 * write the rows, so that every way of adding a version has it read; a row goes with its node, also to another space. The text
 * is taken away at once when a new version comes.
 *
 * All files of before wait to be read, the newest first. Locks `version` against writers until its end, a few seconds for a
 * million files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'lock table version in share row exclusive mode',
  `create table document (
    space_id uuid not null,
    node_id uuid not null,
    version_id uuid not null,
    state text not null check (state in ('waiting', 'ready', 'none', 'failed')),
    tries integer not null default 0,
    due_at timestamptz not null,
    object_id uuid,
    language text,
    text text,
    folded text collate "C",
    folded_starts integer[],
    text_starts integer[],
    words tsvector,
    primary key (node_id, space_id),
    constraint document_node foreign key (space_id, node_id) references node (space_id, id)
      on update cascade on delete cascade,
    constraint document_text check ((state = 'ready') = (words is not null))
  )`,
  "create index document_waiting on document (due_at) where state = 'waiting'",
  "create index document_unread on document (space_id) where state = 'waiting'",
  'create index document_object on document (object_id) where object_id is not null',
  `create index document_words on document using gin (space_id, words)
    with (gin_pending_list_limit = 1024) where state = 'ready'`,
  `create function may_have_text(media_type text, size_bytes bigint) returns boolean
    language sql immutable parallel safe as $$
    select size_bytes between 1 and 52428800
      and media_type !~ '^(image|video|audio|font|model)/|^application/(zip|gzip|x-(tar|gzip|bzip2?|xz|7z-compressed|rar-compressed|iso9660-image|msdownload|apple-diskimage)|vnd[.]rar|java-archive|wasm)$'
  $$`,
  `create function want_document() returns trigger language plpgsql as $$
    begin
      with newest as (
        select distinct on (space_id, node_id) * from added order by space_id, node_id, number desc
      )
      insert into document (space_id, node_id, version_id, state, due_at)
      select space_id, node_id, id, 'waiting', created_at from newest where may_have_text(media_type, size_bytes)
      on conflict (node_id, space_id) do update
        set version_id = excluded.version_id, state = 'waiting', tries = 0, due_at = excluded.due_at,
          object_id = null, language = null, text = null, folded = null, folded_starts = null, text_starts = null, words = null;
      with newest as (
        select distinct on (space_id, node_id) * from added order by space_id, node_id, number desc
      )
      delete from document using newest
      where not may_have_text(newest.media_type, newest.size_bytes) and newest.number > 1
        and document.space_id = newest.space_id and document.node_id = newest.node_id;
      return null;
    end $$`,
  `create trigger version_document after insert on version referencing new table as added for each statement
    execute function want_document()`,
  `insert into document (space_id, node_id, version_id, state, due_at)
    select version.space_id, version.node_id, version.id, 'waiting', version.created_at
    from node join version on version.space_id = node.space_id and version.id = node.current_version_id
    where may_have_text(version.media_type, version.size_bytes)`,
];
