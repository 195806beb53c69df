import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Blocks writes to `token_family` during the build. */
export const indexSessions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index token_family_live on user_pool.token_family (account_id, last_active_at)
      where revoked_at is null`.execute(db);
  },
};
