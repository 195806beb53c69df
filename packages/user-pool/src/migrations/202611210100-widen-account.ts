import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  sql`alter table user_pool.account
    add column phone_key text,
    add column preferred_username_key text,
    add column pending_attributes jsonb not null default '{}',
    add column is_sms_mfa_enabled boolean not null default false,
    add column is_email_mfa_enabled boolean not null default false,
    add column is_web_authn_mfa_enabled boolean not null default false,
    add column password_history_sealed jsonb not null default '[]',
    add column identities jsonb not null default '[]',
    add column last_signed_in_at timestamptz`,
  sql`alter table user_pool.account drop constraint account_status_check`,
  sql`alter table user_pool.account add constraint account_status_check check (
    status in ('UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED', 'EXTERNAL_PROVIDER')
  )`,
  sql`create unique index account_phone on user_pool.account (pool_id, phone_key) where phone_key is not null`,
  sql`create unique index account_preferred_username on user_pool.account (pool_id, preferred_username_key)
    where preferred_username_key is not null`,
  sql`alter table user_pool.token_family
    add column scope text not null default 'aws.cognito.signin.user.admin',
    add column device_key text,
    add column nonce text,
    add column last_active_at timestamptz,
    add column address text,
    add column user_agent text`,
];

export const widenAccount: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db);
  },
};
