import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`create table user_pool.setting (
    name text primary key,
    value text not null
  )`,
  sql`create table user_pool.pool (
    id text primary key,
    name text not null,
    settings jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  sql`create table user_pool.client (
    id text primary key,
    pool_id text not null references user_pool.pool on delete cascade,
    name text not null,
    secret_sealed text,
    settings jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  sql`create index client_pool on user_pool.client (pool_id)`,
  sql`create table user_pool.signing_key (
    kid text primary key,
    pool_id text not null references user_pool.pool on delete cascade,
    usage text not null check (usage in ('id', 'access')),
    public_jwk jsonb not null,
    private_sealed text not null,
    created_at timestamptz not null,
    retired_at timestamptz
  )`,
  sql`create unique index signing_key_active on user_pool.signing_key (pool_id, usage) where retired_at is null`,
  sql`create table user_pool.account (
    id uuid primary key,
    pool_id text not null references user_pool.pool on delete cascade,
    username text not null,
    username_key text not null,
    email_key text,
    status text not null check (status in ('UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED')),
    is_enabled boolean not null,
    attributes jsonb not null,
    salt bytea,
    verifier_sealed text,
    temporary_password_expires_at timestamptz,
    is_totp_enabled boolean not null default false,
    preferred_mfa text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check ((salt is null) = (verifier_sealed is null))
  )`,
  sql`create unique index account_username on user_pool.account (pool_id, username_key)`,
  sql`create unique index account_email on user_pool.account (pool_id, email_key) where email_key is not null`,
  sql`create index account_page on user_pool.account (pool_id, created_at, id)`,
  sql`create table user_pool.software_token (
    account_id uuid primary key references user_pool.account on delete cascade,
    secret_sealed text,
    pending_sealed text,
    last_step bigint not null default 0,
    friendly_name text,
    updated_at timestamptz not null
  )`,
  sql`create table user_pool.srp_challenge (
    secret_block_hash bytea primary key,
    pool_id text not null,
    client_id text not null references user_pool.client on delete cascade,
    account_id uuid references user_pool.account on delete cascade,
    user_id_for_srp text not null,
    name_hash bytea not null,
    client_public bytea not null,
    server_public bytea not null,
    server_private_sealed text not null,
    expires_at timestamptz not null
  )`,
  sql`create index srp_challenge_expiry on user_pool.srp_challenge (expires_at)`,
  sql`create index srp_challenge_account on user_pool.srp_challenge (account_id)`,
  sql`create table user_pool.auth_session (
    handle_hash bytea primary key,
    pool_id text not null,
    client_id text not null references user_pool.client on delete cascade,
    account_id uuid not null references user_pool.account on delete cascade,
    step text not null,
    pending_sealed text,
    failure_count integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  sql`create index auth_session_expiry on user_pool.auth_session (expires_at)`,
  sql`create index auth_session_account on user_pool.auth_session (account_id)`,
  sql`create table user_pool.token_family (
    origin_jti uuid primary key,
    pool_id text not null,
    client_id text not null references user_pool.client on delete cascade,
    account_id uuid not null references user_pool.account on delete cascade,
    authenticated_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  sql`create index token_family_account on user_pool.token_family (account_id)`,
  sql`create index token_family_expiry on user_pool.token_family (expires_at)`,
  sql`create table user_pool.refresh_token (
    token_hash bytea primary key,
    origin_jti uuid not null references user_pool.token_family on delete cascade,
    created_at timestamptz not null,
    rotated_at timestamptz,
    successor_sealed text
  )`,
  sql`create index refresh_token_successor on user_pool.refresh_token (rotated_at) where successor_sealed is not null`,
  sql`create index refresh_token_family on user_pool.refresh_token (origin_jti)`,
  sql`create table user_pool.lockout (
    subject text primary key,
    failure_count integer not null,
    last_failure_at timestamptz not null,
    locked_until timestamptz not null
  )`,
  sql`create index lockout_age on user_pool.lockout (locked_until)`,
  sql`create table user_pool.outbox (
    id uuid primary key,
    pool_id text not null references user_pool.pool on delete cascade,
    account_id uuid not null references user_pool.account on delete cascade,
    kind text not null,
    medium text not null check (medium in ('EMAIL', 'SMS')),
    payload_sealed text not null,
    created_at timestamptz not null,
    delivered_at timestamptz
  )`,
  sql`create index outbox_waiting on user_pool.outbox (created_at) where delivered_at is null`,
  sql`create index outbox_account on user_pool.outbox (account_id)`,
];

export const createUserPool: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
