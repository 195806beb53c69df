import { type Kysely, sql } from 'kysely';

/**
 * Public links and their visits. New tables: no lock that matters. A link does not reference its node, so that a purge
 * looks up no links; a link without a node leads nowhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table link (
    id uuid primary key,
    space_id uuid not null references space (id) on delete cascade,
    node_id uuid not null,
    kind text not null check (kind in ('download')),
    token_hash text not null unique check (length(token_hash) = 64),
    label text not null check (length(label) <= 80),
    password_hash text,
    expires_at timestamptz not null,
    downloads_max integer check (downloads_max > 0),
    downloads integer not null default 0 check (downloads >= 0),
    visits integer not null default 0 check (visits >= 0),
    last_visit_at timestamptz,
    revoked_at timestamptz,
    created_by uuid not null references "user" (id) on delete cascade,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 1
  )`.execute(db);
  await sql`create index link_node on link (space_id, node_id) where revoked_at is null`.execute(db);
  await sql`create index link_creator on link (created_by, id) where revoked_at is null`.execute(db);
  await sql`create index link_expiry on link (expires_at)`.execute(db);
  await sql`create table link_visit (
    id uuid primary key,
    link_id uuid not null references link (id) on delete cascade,
    what text not null check (what in ('opened', 'password_failed')),
    client_key text not null check (length(client_key) = 64),
    at timestamptz not null
  )`.execute(db);
  await sql`create index link_visit_client on link_visit (link_id, client_key, what, at)`.execute(db);
  await sql`create index link_visit_at on link_visit (at)`.execute(db);
}
