import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * An exchange lives two minutes, so nothing should wait for the disk to keep it. A crash of PostgreSQL empties an
 * unlogged table: what was under way begins anew, and no answer that was given before can be given again. The rewrite
 * locks the table, which is all but empty.
 */
export const unlogSrpChallenges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table user_pool.srp_challenge set unlogged`.execute(db);
  },
};
