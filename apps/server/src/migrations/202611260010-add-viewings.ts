import { type Kysely, sql } from 'kysely';

/** Looks at a space as somebody else has it. A new table: short locks for the foreign keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table viewing (
    id uuid primary key,
    session_id text not null references session (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    space_id uuid not null references space (id) on delete cascade,
    person_id uuid references "user" (id) on delete cascade,
    link_id uuid references link (id) on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint viewing_as check (num_nonnulls(person_id, link_id) = 1)
  )`,
  'create index viewing_session on viewing (session_id)',
  'create index viewing_user on viewing (user_id)',
  'create index viewing_space on viewing (space_id)',
  'create index viewing_person on viewing (person_id)',
  'create index viewing_link on viewing (link_id)',
];
