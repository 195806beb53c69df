import { type Kysely, sql } from 'kysely';

/** Locks and properties of WebDAV clients. Two new tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table dav_lock (
    token uuid primary key,
    node_id uuid not null references node (id) on delete cascade,
    user_id uuid not null references "user" (id) on delete cascade,
    is_shared boolean not null,
    is_deep boolean not null,
    owner_xml text not null check (octet_length(owner_xml) <= 8192),
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index dav_lock_node on dav_lock (node_id)',
  'create index dav_lock_user on dav_lock (user_id)',
  'create index dav_lock_expiry on dav_lock (expires_at)',
  `create table dav_property (
    node_id uuid not null references node (id) on delete cascade,
    name text collate "C" not null check (octet_length(name) <= 1024),
    xml text not null check (octet_length(xml) <= 65536),
    primary key (node_id, name)
  )`,
];
