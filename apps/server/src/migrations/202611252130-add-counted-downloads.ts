import { type Kysely, sql } from 'kysely';

/**
 * Downloads that hold exactly, links with which guests change things, and what guests did. `link` and `link_visit` are
 * small: their checks are read once under a lock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table link drop constraint link_kind_check,
    add constraint link_kind_check check (kind in ('download', 'edit', 'request')),
    add column bytes_max bigint check (bytes_max > 0),
    add column bytes bigint not null default 0 check (bytes >= 0)`,
  `create table link_download (
    id uuid primary key,
    link_id uuid not null references link (id) on delete cascade,
    key_hash text not null unique check (length(key_hash) = 64),
    node_id uuid not null,
    version_id uuid not null,
    size_bytes bigint not null check (size_bytes >= 0),
    budget_bytes bigint not null check (budget_bytes > 0),
    bytes_left bigint not null check (bytes_left between 0 and budget_bytes),
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index link_download_link on link_download (link_id, expires_at)',
  'create index link_download_expiry on link_download (expires_at)',
  `alter table link_visit drop constraint link_visit_what_check,
    add constraint link_visit_what_check check (what in ('opened', 'password_failed', 'downloaded')),
    add column files integer check (files > 0),
    add column bytes bigint check (bytes >= 0)`,
  'create index link_visit_newest on link_visit (link_id, at)',
];
