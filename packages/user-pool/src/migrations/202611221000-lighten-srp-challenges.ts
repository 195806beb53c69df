import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The server value follows from the exponent and the verifier. The foreign keys caused row locks, and so writes, in two
 * logged tables for each exchange.
 */
export const lightenSrpChallenges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table user_pool.srp_challenge
      drop column server_public,
      drop constraint srp_challenge_client_id_fkey,
      drop constraint srp_challenge_account_id_fkey`.execute(db);
  },
};
