import { type Kysely, sql } from 'kysely';

/**
 * A copy has an entry of its own in the ledger, which names the entry that brought the object (`copy_of`). Entries of one
 * object have the same key, so only the first must be unique. Thumbnails belong to the object: its first entry names them.
 * Blocks writers of `blob` while two indexes are built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const LIVING = "state not in ('quarantined', 'deleted')";

const STATEMENTS = [
  'alter table blob add column copy_of uuid',
  'alter table blob drop constraint blob_key_key',
  'create unique index blob_key on blob (key) where copy_of is null',
  "create index blob_copies on blob (copy_of) where copy_of is not null and state <> 'deleted'",
  `create or replace function want_rendition() returns trigger language plpgsql as $$
    begin
      insert into rendition (blob_id, state, due_at)
      select coalesce(copy_of, id), 'wanted', new.created_at from blob where id = new.blob_id
      on conflict (blob_id) do nothing;
      return null;
    end $$`,
  `create or replace function drop_rendition() returns trigger language plpgsql as $$
    declare object_id uuid := coalesce(new.copy_of, new.id);
    begin
      if exists (select from blob where id = object_id and ${LIVING})
        or exists (select from blob where copy_of = object_id and state <> 'deleted' and ${LIVING}) then
        return null;
      end if;
      update rendition set state = 'dropped' where blob_id = object_id;
      return null;
    end $$`,
  'drop trigger blob_rendition on blob',
  // At the deletion as well: of two that enter quarantine at once, neither sees the other.
  `create trigger blob_rendition after update of state on blob for each row
    when (new.state in ('quarantined', 'deleted') and new.state <> old.state)
    execute function drop_rendition()`,
];
