import { type Kysely, sql } from 'kysely';

/**
 * Imports from buckets. New columns with constant defaults and a wider constraint: no row of `job` changes. The keys of
 * a source are deleted with the end of its job, whatever ends it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table job drop constraint job_kind_check, add constraint job_kind_check check (kind in
    ('move', 'copy', 'trash', 'restore', 'purge', 'rename', 'create', 'restore_version', 'restore_folder', 'import'))
    not valid`,
  'alter table job validate constraint job_kind_check',
  'alter table job add column done_bytes bigint not null default 0, add column unchanged bigint not null default 0',
  `create table bucket_import (
    job_id uuid primary key references job (id) on delete cascade,
    person_id uuid not null references "user" (id) on delete cascade,
    endpoint text not null,
    region text not null,
    bucket text not null,
    prefix text not null,
    keys_sealed text not null,
    last_key text
  )`,
  'create unique index bucket_import_of_person on bucket_import (person_id)',
  `create function forget_bucket() returns trigger language plpgsql as $$ begin
    delete from bucket_import where job_id = new.id;
    return null;
  end $$`,
  `create trigger job_forgets_bucket after update of state on job for each row
    when (new.kind = 'import' and new.state <> 'running') execute function forget_bucket()`,
];
