import { type Kysely, sql } from 'kysely';

/** Jobs take folders back to a moment. Changes no row: the new constraint allows more than the old one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table job drop constraint job_kind_check, add constraint job_kind_check check (kind in
    ('move', 'copy', 'trash', 'restore', 'purge', 'rename', 'create', 'restore_version', 'restore_folder')) not valid`,
  'alter table job validate constraint job_kind_check',
];
