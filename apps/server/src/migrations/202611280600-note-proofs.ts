import { type Kysely, sql } from 'kysely';

/**
 * When the person of a session last proved who they are: for the user pool the sign-in, elsewhere what the issuer says. A
 * column without a default: only the sessions of the last minutes, which still count, are rewritten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table session add column proved_at timestamptz',
  `update session set proved_at = created_at
    where issuer_id is null and revoked_at is null and created_at > now() - interval '10 minutes'`,
];
