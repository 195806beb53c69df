import { type Kysely, sql } from 'kysely';

/**
 * Sign-outs at an issuer find the sessions here by the issuer's own words for them, and a session that was renewed knows its successor. New
 * columns are null: no table is rewritten, and each lock is short.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table session add column issuer_sid text',
  'alter table session add column issuer_subject text',
  'alter table session add column replaced_by text',
  'create index session_issuer_sid on session (issuer_id, issuer_sid) where revoked_at is null and issuer_sid is not null',
  'create index session_issuer_subject on session (issuer_id, issuer_subject) where revoked_at is null and issuer_subject is not null',
  'create index session_replaced on session (replaced_by) where revoked_at is null and replaced_by is not null',
  `create table logout_token (
    issuer_id text not null,
    jti_hash text not null check (length(jti_hash) = 64),
    issuer_sid text,
    issuer_subject text,
    received_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (issuer_id, jti_hash)
  )`,
  'create index logout_token_expiry on logout_token (expires_at)',
];
