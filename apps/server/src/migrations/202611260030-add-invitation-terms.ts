import { type Kysely, sql } from 'kysely';

/** What an invited person gets with the account: a storage limit other than the default, and groups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table one_time_link
      add column quota_bytes bigint check (quota_bytes > 0),
      add column group_ids uuid[] not null default '{}'`.execute(db);
}
