// `satisfies` compares COLUMNS with the types, the test with the tables.
import { createLog } from '../log/create-log.ts';
import { testDatabase } from '@coffer/testing';
import { type SelectType, sql } from 'kysely';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../migrations/migrations.ts';
import { connectDatabase } from './connect.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';

type Kind<V> = [V] extends [boolean]
  ? 'boolean'
  : [V] extends [number]
    ? 'number'
    : [V] extends [Date]
      ? 'instant'
      : [V] extends [string]
        ? 'text'
        : 'json';
type Described<V> = null extends V ? `${Kind<Exclude<V, null>>}?` : Kind<V>;
type Columns = {
  readonly [T in keyof Schema]: { readonly [C in keyof Schema[T]]: Described<SelectType<Schema[T][C]>> };
};

const CHANGING = { created_at: 'instant', updated_at: 'instant', revision: 'number' } as const;

const COLUMNS = {
  user: {
    id: 'text',
    issuer: 'text',
    subject: 'text',
    username: 'text',
    email: 'text',
    email_verified: 'boolean',
    pending_email: 'text?',
    name: 'text',
    status: 'text',
    role: 'text',
    quota_bytes: 'number',
    last_seen_at: 'instant?',
    ...CHANGING,
  },
  session: {
    id: 'text',
    user_id: 'text',
    kind: 'text',
    issuer_id: 'text?',
    issuer_sid: 'text?',
    issuer_subject: 'text?',
    replaced_by: 'text?',
    username: 'text',
    access_token_sealed: 'text',
    refresh_token_sealed: 'text',
    access_expires_at: 'instant',
    refresh_lease_until: 'instant?',
    refresh_retry_at: 'instant?',
    device_label: 'text',
    address: 'text',
    created_at: 'instant',
    last_seen_at: 'instant',
    checked_at: 'instant?',
    expires_at: 'instant',
    revoked_at: 'instant?',
  },
  logout_token: {
    issuer_id: 'text',
    jti_hash: 'text',
    issuer_sid: 'text?',
    issuer_subject: 'text?',
    received_at: 'instant',
    expires_at: 'instant',
  },
  identity: { issuer: 'text', subject: 'text', user_id: 'text', created_at: 'instant' },
  group: { id: 'text', name: 'text', source: 'text', created_at: 'instant' },
  group_member: { group_id: 'text', user_id: 'text', created_at: 'instant' },
  passkey_name: { user_id: 'text', passkey_id: 'text', name: 'text', created_at: 'instant' },
  person_picture: { user_id: 'text', picture: 'text', changed_at: 'instant' },
  recovery_code: { user_id: 'text', code_hash: 'text', created_at: 'instant' },
  one_time_link: {
    code_hash: 'text',
    kind: 'text',
    user_id: 'text?',
    email: 'text',
    name: 'text',
    role: 'text?',
    invited_by: 'text?',
    created_at: 'instant',
    expires_at: 'instant',
    ended_at: 'instant?',
    end_reason: 'text?',
    claimed_until: 'instant?',
    began_at_pool: 'boolean',
  },
  redirect_attempt: {
    id: 'text',
    issuer_id: 'text',
    exchange_sealed: 'text',
    return_to: 'text',
    created_at: 'instant',
    expires_at: 'instant',
  },
  sign_in_attempt: {
    id: 'text',
    step: 'text',
    typed_username: 'text',
    pool_username: 'text',
    pool_session_sealed: 'text?',
    parameters_sealed: 'text',
    tries: 'number',
    last_answer_id: 'text?',
    last_failure: 'text?',
    claimed_until: 'instant?',
    session_id: 'text?',
    created_at: 'instant',
    expires_at: 'instant',
  },
  token_revocation: {
    id: 'text',
    refresh_token_sealed: 'text',
    tries: 'number',
    next_try_at: 'instant',
    created_at: 'instant',
    issuer_id: 'text?',
  },
  space: {
    id: 'text',
    name: 'text',
    kind: 'text',
    owner_id: 'text',
    root_id: 'text',
    quota_bytes: 'number',
    used_bytes: 'number',
    reserved_bytes: 'number',
    held_bytes: 'number',
    purged_bytes: 'number',
    event_sequence: 'number',
    description: 'text',
    color: 'text',
    archived_at: 'instant?',
    emptied_at: 'instant?',
    ...CHANGING,
  },
  member: { space_id: 'text', user_id: 'text', role: 'text', created_at: 'instant', revision: 'number' },
  archived_member: { space_id: 'text', user_id: 'text', role: 'text', created_at: 'instant' },
  grant: {
    space_id: 'text',
    node_id: 'text',
    user_id: 'text',
    role: 'text',
    granted_by: 'text',
    message: 'text',
    expires_at: 'instant?',
    ...CHANGING,
  },
  node: {
    space_id: 'text',
    id: 'text',
    parent_id: 'text?',
    kind: 'text',
    name: 'text',
    name_key: 'text',
    name_sort: 'text',
    name_search: 'text',
    current_version_id: 'text?',
    size_bytes: 'number',
    media_type: 'text',
    modified_at: 'instant',
    created_by: 'text',
    trashed_at: 'instant?',
    trashed_by: 'text?',
    purge_began_at: 'instant?',
    is_damaged: 'boolean',
    levels_below: 'number',
    ...CHANGING,
  },
  change: {
    tx: 'text',
    kind: 'text',
    space_id: 'text?',
    folder_id: 'text?',
    person_id: 'text?',
    revision: 'number?',
    at: 'instant',
  },
  folder_content: {
    space_id: 'text',
    folder_id: 'text',
    folders: 'number',
    files: 'number',
    file_bytes: 'number',
    revision: 'number',
  },
  star: { user_id: 'text', space_id: 'text', node_id: 'text', created_at: 'instant' },
  version: {
    space_id: 'text',
    id: 'text',
    node_id: 'text',
    number: 'number',
    blob_id: 'text',
    size_bytes: 'number',
    media_type: 'text',
    sha256: 'text',
    author_id: 'text',
    created_at: 'instant',
  },
  blob: {
    id: 'text',
    space_id: 'text',
    key: 'text',
    size_bytes: 'number',
    etag: 'text?',
    sha256: 'text?',
    state: 'text',
    verified_at: 'instant?',
    urls_until: 'instant?',
    delete_after: 'instant?',
    last_look_at: 'instant?',
    purged_at: 'instant?',
    part_size_bytes: 'number?',
    crc64nvme: 'text?',
    checked_at: 'instant?',
    damaged_at: 'instant?',
    damage: 'text?',
    content_sha256: 'text?',
    created_at: 'instant',
    updated_at: 'instant',
  },
  rendition: {
    blob_id: 'text',
    state: 'text',
    tries: 'number',
    asked_at: 'instant?',
    due_at: 'instant',
    width: 'number?',
    height: 'number?',
    color: 'text?',
  },
  upload: {
    id: 'text',
    space_id: 'text',
    parent_id: 'text',
    name: 'text',
    node_id: 'text',
    version_id: 'text',
    blob_id: 'text',
    size_bytes: 'number',
    media_type: 'text',
    modified_at: 'instant',
    part_size_bytes: 'number',
    part_count: 'number',
    provider_upload_id: 'text?',
    conflict: 'text',
    integrity: 'number',
    state: 'text',
    reserved_bytes: 'number',
    created_by: 'text',
    created_at: 'instant',
    updated_at: 'instant',
    expires_at: 'instant',
  },
  upload_part: {
    upload_id: 'text',
    number: 'number',
    size_bytes: 'number',
    sha256: 'text',
    md5: 'text?',
    crc64nvme: 'text?',
  },
  event: {
    space_id: 'text',
    sequence: 'number',
    id: 'text',
    actor_id: 'text?',
    verb: 'text',
    node_id: 'text',
    facts: 'json',
    at: 'instant',
  },
  idempotency: {
    user_id: 'text',
    key: 'text',
    operation: 'text',
    request_hash: 'text',
    status: 'number?',
    body: 'json?',
    created_at: 'instant',
  },
  storage_job: {
    id: 'text',
    kind: 'text',
    state: 'text',
    survey_id: 'text?',
    allow_many: 'boolean',
    phase: 'text',
    position: 'json?',
    counts: 'json',
    stop_reason: 'text?',
    requested_by: 'text',
    created_at: 'instant',
    updated_at: 'instant',
    finished_at: 'instant?',
  },
  storage_finding: {
    job_id: 'text',
    kind: 'text',
    key: 'text',
    provider_upload_id: 'text',
    blob_id: 'text?',
    size_bytes: 'number',
    etag: 'text',
    state: 'text',
  },
  stray_object: {
    key: 'text',
    size_bytes: 'number',
    etag: 'text',
    found_at: 'instant',
    delete_after: 'instant',
    deleted_at: 'instant?',
  },
  setting: { key: 'text', value: 'json', changed_at: 'instant' },
  link: {
    id: 'text',
    space_id: 'text',
    node_id: 'text',
    kind: 'text',
    token_hash: 'text',
    label: 'text',
    password_hash: 'text?',
    expires_at: 'instant',
    downloads_max: 'number?',
    downloads: 'number',
    visits: 'number',
    last_visit_at: 'instant?',
    revoked_at: 'instant?',
    created_by: 'text',
    ...CHANGING,
  },
  link_visit: { id: 'text', link_id: 'text', what: 'text', client_key: 'text', at: 'instant' },
} as const satisfies Columns;

const KINDS: Readonly<Record<string, string>> = {
  uuid: 'text',
  xid8: 'text',
  text: 'text',
  boolean: 'boolean',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'timestamp with time zone': 'instant',
  jsonb: 'json',
};

test('the row types say what the migrated tables are', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log: createLog({ level: 'error' }) });
  try {
    expect(await migrate(db, MIGRATIONS)).toMatchObject({ ok: true });
    const { rows } = await sql<{ table: string; column: string; type: string; nullable: string }>`
      select table_name as "table", column_name as "column", data_type as type, is_nullable as nullable
      from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%'
      order by table_name, ordinal_position`.execute(db);
    const found: Record<string, Record<string, string>> = {};
    for (const { table, column, type, nullable } of rows) {
      (found[table] ??= {})[column] = `${KINDS[type] ?? type}${nullable === 'YES' ? '?' : ''}`;
    }
    expect(found).toEqual(COLUMNS);
  } finally {
    await close();
  }
});
