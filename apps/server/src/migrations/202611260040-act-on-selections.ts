import { type Kysely, sql } from 'kysely';

/**
 * Jobs delete permanently, and replace files where folders are numbered. Changes no row: the
 * new constraints allow more than the old ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table job drop constraint job_kind_check, add constraint job_kind_check check (kind in
    ('move', 'copy', 'trash', 'restore', 'purge', 'rename', 'create', 'restore_version')) not valid`,
  'alter table job validate constraint job_kind_check',
  `alter table job drop constraint job_conflict_check, add constraint job_conflict_check
    check (conflict in ('fail', 'rename', 'replace', 'replace_files')) not valid`,
  'alter table job validate constraint job_conflict_check',
  `alter table job_item drop constraint job_item_did_check, add constraint job_item_did_check check (did in
    ('moved', 'copied', 'trashed', 'restored', 'purged', 'renamed', 'created', 'version_restored')) not valid`,
  'alter table job_item validate constraint job_item_did_check',
];
