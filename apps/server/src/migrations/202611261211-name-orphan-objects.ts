import { type Kysely, sql } from 'kysely';

/** Orphan is the standard word for an object without a row. Renames hold ACCESS EXCLUSIVE for a moment; no table is rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table stray_object rename to orphan_object',
  'alter index stray_object_pkey rename to orphan_object_pkey',
  'alter index stray_object_due rename to orphan_object_due',
];
