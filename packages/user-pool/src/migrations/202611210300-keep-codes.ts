import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`create table user_pool.code (
    pool_id text not null references user_pool.pool on delete cascade,
    subject uuid not null,
    purpose text not null,
    scope text not null,
    account_id uuid references user_pool.account on delete cascade,
    code_mac bytea not null,
    failure_count integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (pool_id, subject, purpose, scope)
  )`,
  sql`create index code_expiry on user_pool.code (expires_at)`,
  sql`create index code_account on user_pool.code (account_id)`,
  // Messages for unknown names have no account. They exist so that both cases cost the same.
  sql`alter table user_pool.outbox
    alter column account_id drop not null,
    add column failure_count integer not null default 0,
    add column next_try_at timestamptz,
    add column given_up_at timestamptz,
    add column expires_at timestamptz`,
  sql`update user_pool.outbox set next_try_at = created_at, expires_at = created_at + interval '7 days'`,
  sql`alter table user_pool.outbox
    alter column next_try_at set not null,
    alter column expires_at set not null`,
  sql`drop index user_pool.outbox_waiting`,
  sql`create index outbox_waiting on user_pool.outbox (next_try_at)
    where delivered_at is null and given_up_at is null`,
  sql`create index outbox_expiry on user_pool.outbox (expires_at)`,
];

export const keepCodes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
