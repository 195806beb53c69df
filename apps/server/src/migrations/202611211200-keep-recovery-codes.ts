import { type Kysely, sql } from 'kysely';

/** Codes that stand in for an authenticator, as hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table recovery_code (
    user_id uuid not null references "user" (id) on delete cascade,
    code_hash text not null check (length(code_hash) = 64),
    created_at timestamptz not null,
    primary key (user_id, code_hash)
  )`.execute(db);
}
