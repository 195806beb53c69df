import { type Kysely, sql } from 'kysely';

/**
 * Accounts of removed people that the pool did not delete, and when they are tried again. And an index for the failed
 * jobs of late, which are counted for the overview: nearly all jobs are done.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "user" add column account_due_at timestamptz,
    add column account_tries integer not null default 0,
    add constraint user_account_due_removed check (account_due_at is null or status = 'removed')`.execute(db);
  await sql`create index user_account_due on "user" (account_due_at) where account_due_at is not null`.execute(
    db,
  );
  await sql`create index job_failed on job (updated_at) where state = 'failed'`.execute(db);
}
