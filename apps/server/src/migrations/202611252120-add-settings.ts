import { type Kysely, sql } from 'kysely';

/** What administrators change while Coffer runs, and an index of the files that may have too many versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table admin_setting (
    key text primary key,
    value jsonb,
    previous jsonb,
    changed_by uuid references "user" (id) on delete set null,
    changed_at timestamptz not null,
    revision integer not null default 1
  )`,
  'create index admin_setting_changed_by on admin_setting (changed_by)',
  'create index version_repeated on version (number, created_at) where number > 1',
];
