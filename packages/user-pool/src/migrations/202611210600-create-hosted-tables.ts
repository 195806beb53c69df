import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`alter table user_pool.token_family add column is_hosted boolean not null default false`,
  sql`create table user_pool.authorization_request (
    id uuid primary key,
    pool_id text not null references user_pool.pool on delete cascade,
    client_id text not null references user_pool.client on delete cascade,
    browser_hash bytea not null,
    previous_browser_hash bytea,
    parameters jsonb not null,
    progress_sealed text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    completed_at timestamptz
  )`,
  sql`create index authorization_request_expiry on user_pool.authorization_request (expires_at)`,
  sql`create index authorization_request_browser on user_pool.authorization_request (browser_hash)`,
  sql`create table user_pool.hosted_session (
    session_hash bytea primary key,
    pool_id text not null references user_pool.pool on delete cascade,
    account_id uuid not null references user_pool.account on delete cascade,
    provider text,
    authenticated_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index hosted_session_expiry on user_pool.hosted_session (expires_at)`,
  sql`create index hosted_session_account on user_pool.hosted_session (account_id)`,
  sql`create table user_pool.authorization_code (
    code_hash bytea primary key,
    pool_id text not null references user_pool.pool on delete cascade,
    client_id text not null references user_pool.client on delete cascade,
    account_id uuid not null references user_pool.account on delete cascade,
    redirect_uri text not null,
    code_challenge text,
    scope text not null,
    nonce text,
    authenticated_at timestamptz not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    origin_jti uuid
  )`,
  sql`create index authorization_code_expiry on user_pool.authorization_code (expires_at)`,
  sql`create index authorization_code_account on user_pool.authorization_code (account_id)`,
  sql`create table user_pool.identity_provider (
    pool_id text not null references user_pool.pool on delete cascade,
    name text not null,
    type text not null check (type in ('OIDC')),
    details jsonb not null,
    secret_sealed text,
    attribute_mapping jsonb not null,
    identifiers jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (pool_id, name)
  )`,
  sql`create table user_pool.account_identity (
    pool_id text not null references user_pool.pool on delete cascade,
    provider text not null,
    subject text not null,
    account_id uuid not null references user_pool.account on delete cascade,
    linked_at timestamptz not null,
    primary key (pool_id, provider, subject)
  )`,
  sql`create index account_identity_account on user_pool.account_identity (account_id)`,
  sql`create table user_pool.federation_request (
    state_hash bytea primary key,
    request_id uuid not null references user_pool.authorization_request on delete cascade,
    provider text not null,
    secrets_sealed text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index federation_request_expiry on user_pool.federation_request (expires_at)`,
  sql`create index federation_request_request on user_pool.federation_request (request_id)`,
];

export const createHostedTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
