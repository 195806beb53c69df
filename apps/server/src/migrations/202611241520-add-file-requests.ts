import { type Kysely, sql } from 'kysely';

/**
 * File requests: a second kind of link, its terms, and what guests hand in. The uploads of guests name request and
 * hand-in without references, as links do with nodes, so that the new columns are added without reading the table.
 *
 * `create index` holds SHARE on `upload`: reading goes on, and changes wait for one pass over the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table link drop constraint link_kind_check`.execute(db);
  await sql`alter table link add constraint link_kind_check check (kind in ('download', 'request'))`.execute(
    db,
  );
  await sql`create table file_request (
    link_id uuid primary key references link (id) on delete cascade,
    message text not null check (length(message) <= 1000),
    asks_name boolean not null,
    asks_email boolean not null,
    files_max integer check (files_max > 0),
    bytes_max bigint check (bytes_max > 0),
    kinds text not null
  )`.execute(db);
  await sql`create table hand_in (
    id uuid primary key,
    link_id uuid not null references link (id) on delete cascade,
    key_hash text not null unique check (length(key_hash) = 64),
    guest_name text not null check (length(guest_name) <= 80),
    guest_email text not null check (length(guest_email) <= 254),
    folder_id uuid not null,
    created_at timestamptz not null,
    finished_at timestamptz
  )`.execute(db);
  await sql`create index hand_in_link on hand_in (link_id, id)`.execute(db);
  await sql`create table hand_in_folder (
    node_id uuid primary key,
    hand_in_id uuid not null references hand_in (id) on delete cascade,
    path jsonb not null
  )`.execute(db);
  await sql`create index hand_in_folder_hand_in on hand_in_folder (hand_in_id)`.execute(db);
  await sql`alter table upload add column request_id uuid, add column hand_in_id uuid,
    add column guest_name text`.execute(db);
  await sql`create index upload_request on upload (request_id) where request_id is not null`.execute(db);
  await sql`create index upload_hand_in on upload (hand_in_id, id) where hand_in_id is not null`.execute(db);
}
