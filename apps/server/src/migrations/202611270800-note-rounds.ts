import { type Kysely, sql } from 'kysely';

/**
 * When each background task ran, on whichever server; and what an operator reads of failed and finished work. Building the
 * indexes stops changes for the few seconds that a million rows take.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table task_round (
    name text primary key,
    began_at timestamptz not null,
    ended_at timestamptz,
    failures integer not null,
    seen_at timestamptz not null
  )`,
  `create index job_lasted on job (finished_at desc) where finished_at - created_at > interval '1 second'`,
  `create index document_failed on document (node_id) where state = 'failed'`,
];
