import { type Kysely, sql } from 'kysely';

/**
 * The SHA-256 of the whole content of an object that came in parts, once its bytes were read. Locks `blob` for the moment that it takes to
 * add the column, and its writers while the index is built, which holds only objects that came in parts and were not read yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table blob add column content_sha256 text',
  `create index blob_without_sum on blob (created_at, id)
    where state = 'referenced' and content_sha256 is null and damaged_at is null and sha256 like '%-%'`,
];
