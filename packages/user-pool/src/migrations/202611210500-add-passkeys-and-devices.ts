import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`create table user_pool.web_authn_credential (
    pool_id text not null references user_pool.pool on delete cascade,
    credential_id text not null,
    account_id uuid not null references user_pool.account on delete cascade,
    relying_party_id text not null,
    public_key bytea not null,
    sign_count bigint not null check (sign_count >= 0),
    is_multi_device boolean not null,
    is_backed_up boolean not null,
    aaguid uuid not null,
    transports jsonb not null,
    attachment text check (attachment in ('platform', 'cross-platform')),
    friendly_name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    primary key (pool_id, credential_id)
  )`,
  sql`create index web_authn_credential_account
    on user_pool.web_authn_credential (account_id, created_at, credential_id)`,
  sql`create table user_pool.web_authn_registration (
    challenge_hash bytea primary key,
    account_id uuid not null references user_pool.account on delete cascade,
    client_id text not null references user_pool.client on delete cascade,
    expires_at timestamptz not null
  )`,
  sql`create index web_authn_registration_expiry on user_pool.web_authn_registration (expires_at)`,
  sql`create index web_authn_registration_account on user_pool.web_authn_registration (account_id)`,
  sql`create table user_pool.device (
    device_key text primary key,
    pool_id text not null references user_pool.pool on delete cascade,
    account_id uuid not null references user_pool.account on delete cascade,
    group_key text not null,
    status text not null check (status in ('new', 'not_remembered', 'remembered')),
    name text,
    salt bytea,
    verifier_sealed text,
    address text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_authenticated_at timestamptz not null,
    check ((status = 'new') = (salt is null)),
    check ((salt is null) = (verifier_sealed is null))
  )`,
  sql`create index device_account on user_pool.device (account_id, created_at, device_key)`,
  sql`create index device_new on user_pool.device (created_at) where status = 'new'`,
];

export const addPasskeysAndDevices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
