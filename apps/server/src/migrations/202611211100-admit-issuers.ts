import { type Kysely, sql } from 'kysely';

/** Sessions of other issuers, several identities of one person, groups. New columns have constant defaults: no table is rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Null: the pool's.
  'alter table session add column issuer_id text',
  'alter table token_revocation add column issuer_id text',
  `create table redirect_attempt (
    id text primary key check (length(id) = 64),
    issuer_id text not null,
    exchange_sealed text not null,
    return_to text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index redirect_attempt_expiry on redirect_attempt (expires_at)',
  `create table identity (
    issuer text not null,
    subject text not null,
    user_id uuid not null references "user" (id) on delete cascade,
    created_at timestamptz not null,
    primary key (issuer, subject)
  )`,
  'create index identity_user on identity (user_id)',
  `create index user_verified_email on "user" (lower(email)) where email_verified and status <> 'removed'`,
  `create table "group" (
    id uuid primary key,
    name text not null,
    source text not null check (source in ('pool', 'local')),
    created_at timestamptz not null,
    constraint group_name unique (source, name)
  )`,
  `create table group_member (
    group_id uuid not null references "group" (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    created_at timestamptz not null,
    primary key (group_id, user_id)
  )`,
  'create index group_member_user on group_member (user_id)',
];
