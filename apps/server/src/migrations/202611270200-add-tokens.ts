import { type Kysely, sql } from 'kysely';

/** API tokens. A deleted one ends the change streams that it opened, as an ended session does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table api_token (
    id uuid primary key,
    user_id uuid not null references "user" (id),
    hash text not null unique,
    label text not null,
    scopes text[] not null check (cardinality(scopes) > 0),
    last_used_at timestamptz,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index api_token_user on api_token (user_id)',
  'create index api_token_expiry on api_token (expires_at)',
  `create function announce_token() returns trigger language plpgsql as $$ begin
    perform announce_change('session', null, null, old.user_id, null);
    return null;
  end $$`,
  `create trigger api_token_announced after delete on api_token
    for each row execute function announce_token()`,
];
