import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Unfinished sign-ins of made-up users, and what a sign-in carries from step to step. The tables hold rows of minutes,
 * so their short exclusive locks wait for nobody long; `account` gets a column with a constant default, which rewrites
 * nothing.
 */
const STATEMENTS = [
  sql`alter table user_pool.auth_session
    alter column account_id drop not null,
    add column subject uuid,
    add column state jsonb not null default '{}'`,
  sql`update user_pool.auth_session set subject = account_id`,
  sql`alter table user_pool.auth_session alter column subject set not null`,
  sql`alter table user_pool.srp_challenge
    add column session_hash bytea,
    add column state jsonb not null default '{}'`,
  // The code of a sign-up stands for the second factor of the first sign-in.
  sql`alter table user_pool.account add column is_first_sign_in_due boolean not null default false`,
];

export const widenSignIn: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
