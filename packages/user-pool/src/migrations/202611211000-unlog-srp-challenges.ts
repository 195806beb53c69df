import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Exchanges live two minutes, so they need no durability. A crash of PostgreSQL empties the unlogged table, which also
 * rules out replays.
 */
export const unlogSrpChallenges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table user_pool.srp_challenge set unlogged`.execute(db);
  },
};
