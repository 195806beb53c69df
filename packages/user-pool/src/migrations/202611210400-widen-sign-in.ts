import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The locked tables are small and short-lived. A constant default does not rewrite `account`. */
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
  sql`alter table user_pool.account add column is_first_sign_in_due boolean not null default false`,
];

export const widenSignIn: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
