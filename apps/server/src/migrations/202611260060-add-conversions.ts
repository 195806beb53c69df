import { type Kysely, sql } from 'kysely';

/** Documents as PDF, made by a service that the operator names. Rows come when somebody looks, and go with their object. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table conversion (
    blob_id uuid primary key,
    extension text not null check (extension ~ '^[a-z0-9]{1,8}$'),
    state text not null check (state in ('wanted', 'ready', 'none', 'dropped')),
    tries integer not null default 0,
    asked_at timestamptz not null,
    due_at timestamptz not null,
    size_bytes bigint,
    constraint conversion_ready check (state <> 'ready' or size_bytes > 0)
  )`,
  `create index conversion_wanted on conversion (asked_at, blob_id) where state = 'wanted'`,
  `create index conversion_dropped on conversion (blob_id) where state = 'dropped'`,
  `create function drop_conversion() returns trigger language plpgsql as $$
    begin
      update conversion set state = 'dropped' where blob_id = new.id;
      return null;
    end $$`,
  `create trigger blob_conversion after update of state on blob for each row
    when (new.state = 'quarantined' and old.state <> 'quarantined')
    execute function drop_conversion()`,
];
