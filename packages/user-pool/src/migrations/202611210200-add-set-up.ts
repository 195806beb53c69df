import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`alter table user_pool.pool add column described jsonb not null default '{}'`,
  sql`alter table user_pool.client add column described jsonb not null default '{}'`,
  sql`create index pool_page on user_pool.pool (created_at, id)`,
  sql`create table user_pool.client_secret (
    id text primary key,
    client_id text not null references user_pool.client on delete cascade,
    secret_sealed text not null,
    created_at timestamptz not null
  )`,
  sql`create index client_secret_client on user_pool.client_secret (client_id)`,
  sql`insert into user_pool.client_secret (id, client_id, secret_sealed, created_at)
    select id || '--declared', id, secret_sealed, created_at from user_pool.client where secret_sealed is not null`,
  sql`alter table user_pool.client drop column secret_sealed`,
  sql`alter table user_pool.signing_key add column active_at timestamptz`,
  sql`update user_pool.signing_key set active_at = created_at`,
  sql`alter table user_pool.signing_key alter column active_at set not null`,
  sql`create index signing_key_retired on user_pool.signing_key (retired_at) where retired_at is not null`,
  sql`create table user_pool.user_group (
    pool_id text not null references user_pool.pool on delete cascade,
    name text not null,
    description text,
    role_arn text,
    precedence integer check (precedence >= 0),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (pool_id, name)
  )`,
  sql`create table user_pool.group_member (
    pool_id text not null,
    group_name text not null,
    account_id uuid not null references user_pool.account on delete cascade,
    created_at timestamptz not null,
    primary key (account_id, group_name),
    foreign key (pool_id, group_name) references user_pool.user_group (pool_id, name) on delete cascade
  )`,
  sql`create index group_member_page on user_pool.group_member (pool_id, group_name, created_at, account_id)`,
  sql`create unlogged table user_pool.rate_bucket (
    subject text primary key,
    tokens double precision not null,
    granted integer not null,
    refilled_at timestamptz not null
  )`,
  sql`create index rate_bucket_age on user_pool.rate_bucket (refilled_at)`,
];

export const addSetUp: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
