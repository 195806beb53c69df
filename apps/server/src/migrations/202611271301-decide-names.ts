import { type Kysely, sql } from 'kysely';

/** What the person chose for single taken names of a job that goes on by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table job_decision (
    job_id uuid not null references job (id) on delete cascade,
    node_id uuid not null,
    conflict text not null check (conflict in ('rename', 'replace', 'skip')),
    existing_id uuid not null,
    existing_revision bigint not null,
    primary key (job_id, node_id)
  )`.execute(db);
}
