import { type Kysely, sql } from 'kysely';

/** Words that people give a version. The check spares the rows of before, which have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table version add column label text',
  'alter table version add constraint version_label check (char_length(label) between 1 and 80) not valid',
];
