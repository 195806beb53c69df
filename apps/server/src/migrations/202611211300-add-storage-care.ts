import { type Kysely, sql } from 'kysely';

/**
 * Surveys and repairs of the store, objects of nobody, and what re-reading finds. Locks `blob`, `node` and `upload_part` for the
 * moment that it takes to add columns, and writers of `blob` while its indexes are built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table blob
    add column part_size_bytes bigint,
    add column crc64nvme text,
    add column checked_at timestamptz,
    add column damaged_at timestamptz,
    add column damage text check (damage in ('missing', 'different', 'checksum')),
    add constraint blob_damage_has_time check ((damage is null) = (damaged_at is null))`,
  'update blob set checked_at = verified_at',
  // In the order of bytes, as stores list their keys.
  'create index blob_by_key on blob (key collate "C")',
  `create index blob_check on blob (checked_at nulls first, id) where state = 'referenced'`,
  'create index blob_damaged on blob (space_id, damaged_at, id) where damaged_at is not null',
  'alter table node add column is_damaged boolean not null default false',
  'alter table upload_part add column crc64nvme text',
  `create table storage_job (
    id uuid primary key,
    kind text not null check (kind in ('survey', 'repair')),
    state text not null check (state in ('queued', 'running', 'done', 'stopped', 'cancelled')),
    survey_id uuid references storage_job (id),
    allow_many boolean not null,
    phase text not null check (phase in ('objects', 'uploads', 'findings')),
    position jsonb,
    counts jsonb not null,
    stop_reason text,
    requested_by uuid not null references "user" (id),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    finished_at timestamptz
  )`,
  'create index storage_job_open on storage_job (created_at, id) where finished_at is null',
  'create index storage_job_newest on storage_job (kind, created_at desc)',
  `create table storage_finding (
    job_id uuid not null references storage_job (id) on delete cascade,
    kind text not null check (kind in ('orphan', 'missing', 'different', 'undeleted', 'unfinished')),
    key text collate "C" not null,
    provider_upload_id text not null default '',
    blob_id uuid,
    size_bytes bigint not null,
    etag text not null default '',
    state text not null check (state in ('found', 'mended', 'settled')),
    primary key (job_id, kind, key, provider_upload_id)
  )`,
  `create table stray_object (
    key text collate "C" primary key,
    size_bytes bigint not null,
    etag text not null,
    found_at timestamptz not null,
    delete_after timestamptz not null,
    deleted_at timestamptz
  )`,
  'create index stray_object_due on stray_object (delete_after) where deleted_at is null',
];
