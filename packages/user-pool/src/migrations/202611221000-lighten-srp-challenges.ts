import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What the server has sent follows from its exponent and the verifier, which the answer reads. The references locked and
 * so wrote a row of two logged tables for each beginning; an exchange whose account or client has gone proves nothing
 * without them, and is deleted with the rest after its two minutes.
 */
export const lightenSrpChallenges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table user_pool.srp_challenge
      drop column server_public,
      drop constraint srp_challenge_client_id_fkey,
      drop constraint srp_challenge_account_id_fkey`.execute(db);
  },
};
