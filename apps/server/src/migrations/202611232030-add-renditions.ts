import { type Kysely, sql } from 'kysely';

/**
 * Thumbnails of pictures. Triggers write the rows, so that every way of adding a version asks for them, and every way of
 * giving up an object drops them. Pictures of before get a row when somebody looks at them. No foreign key: rows of the
 * ledger stay for ever, and the check would lock each one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table rendition (
    blob_id uuid primary key,
    state text not null check (state in ('wanted', 'ready', 'none', 'dropped')),
    tries integer not null default 0,
    asked_at timestamptz,
    due_at timestamptz not null,
    width integer,
    height integer,
    color text,
    constraint rendition_ready check (state <> 'ready' or (width > 0 and height > 0 and color is not null))
  )`.execute(db);
  await sql`create index rendition_wanted on rendition (asked_at desc nulls last, blob_id) where state = 'wanted'`.execute(
    db,
  );
  await sql`create index rendition_dropped on rendition (blob_id) where state = 'dropped'`.execute(db);
  await sql`create function want_rendition() returns trigger language plpgsql as $$
    begin
      insert into rendition (blob_id, state, due_at) values (new.blob_id, 'wanted', new.created_at)
      on conflict (blob_id) do nothing;
      return null;
    end $$`.execute(db);
  await sql`create trigger version_rendition after insert on version for each row
    when (new.size_bytes > 0 and new.media_type in
      ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff'))
    execute function want_rendition()`.execute(db);
  await sql`create function drop_rendition() returns trigger language plpgsql as $$
    begin
      update rendition set state = 'dropped' where blob_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger blob_rendition after update of state on blob for each row
    when (new.state = 'quarantined' and old.state <> 'quarantined')
    execute function drop_rendition()`.execute(db);
}
