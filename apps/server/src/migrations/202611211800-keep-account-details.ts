import { type Kysely, sql } from 'kysely';

/**
 * Names of passkeys, and the address that waits for its code. The new column rewrites nothing; its check scans `user` once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table passkey_name (
    user_id uuid not null references "user" (id) on delete cascade,
    passkey_id text not null check (length(passkey_id) between 1 and 1400),
    name text not null check (length(name) between 1 and 64),
    created_at timestamptz not null,
    primary key (user_id, passkey_id)
  )`.execute(db);
  await sql`alter table "user" add column pending_email text check (length(pending_email) <= 254)`.execute(
    db,
  );
}
