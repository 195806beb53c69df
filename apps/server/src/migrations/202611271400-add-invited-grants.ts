import { type Kysely, sql } from 'kysely';

/** Grants that wait for the holder of an address. A new table: a short lock on `node` and `user` for the foreign keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table invited_grant (
    id uuid primary key,
    space_id uuid not null,
    node_id uuid not null,
    email text not null check (length(email) between 3 and 254),
    role text not null check (role in ('viewer', 'editor', 'manager')),
    granted_by uuid not null references "user" (id),
    message text not null check (length(message) <= 1000),
    expires_at timestamptz,
    sent_at timestamptz not null,
    waits_until timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 1,
    constraint invited_grant_node foreign key (space_id, node_id) references node (space_id, id)
      on delete cascade deferrable initially immediate
  )`,
  'create unique index invited_grant_once on invited_grant (node_id, lower(email))',
  'create index invited_grant_node_of on invited_grant (space_id, node_id)',
  'create index invited_grant_email on invited_grant (lower(email))',
  'create index invited_grant_granted_by on invited_grant (granted_by)',
  'create index invited_grant_wait on invited_grant (waits_until)',
  `create trigger invited_grant_journal after insert or update or delete on invited_grant
    for each row execute function journal_row(id)`,
  // Such an invitation ends with the last grant that waits for its address.
  'alter table one_time_link add column by_sharing boolean not null default false',
];
