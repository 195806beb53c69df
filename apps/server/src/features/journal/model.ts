/** Version of the format of segments and snapshots. A rebuild reads no newer one. */
export const FORMAT = 1;
/** The journal's place for rows of people, groups and settings. Its segments also define the order of all others. */
export const INSTALLATION = 'installation';

type Value = string | number | boolean | null | object;
export type Row = Readonly<Record<string, Value>>;
export type Key = Readonly<Record<string, string | number | null>>;

/** A row after a change. Null if the row was deleted. */
export interface Entry {
  readonly table: string;
  readonly key: Key;
  readonly row: Row | null;
}

interface JournaledTable {
  readonly name: string;
  readonly key: readonly string[];
}

/**
 * The journaled tables, in the order in which a rebuild inserts them. Key columns are UUIDs, except those in
 * `TEXT_KEYS`.
 */
export const JOURNALED: readonly JournaledTable[] = [
  { name: 'user', key: ['id'] },
  { name: 'identity', key: ['issuer', 'subject'] },
  { name: 'group', key: ['id'] },
  { name: 'group_member', key: ['group_id', 'user_id'] },
  { name: 'person_picture', key: ['user_id'] },
  { name: 'passkey_name', key: ['user_id', 'passkey_id'] },
  { name: 'notification_choice', key: ['user_id'] },
  { name: 'space', key: ['id'] },
  { name: 'member', key: ['space_id', 'user_id'] },
  { name: 'space_group', key: ['space_id', 'group_id'] },
  { name: 'archived_member', key: ['space_id', 'user_id'] },
  { name: 'blob', key: ['id'] },
  { name: 'node', key: ['space_id', 'id'] },
  { name: 'version', key: ['space_id', 'id'] },
  { name: 'event', key: ['space_id', 'sequence'] },
  { name: 'grant', key: ['space_id', 'node_id', 'user_id', 'group_id'] },
  { name: 'invited_grant', key: ['id'] },
  { name: 'star', key: ['user_id', 'space_id', 'node_id'] },
  { name: 'follow', key: ['user_id', 'space_id', 'node_id'] },
  { name: 'comment', key: ['id'] },
  { name: 'tag', key: ['id'] },
  { name: 'node_tag', key: ['node_id', 'tag_id'] },
  { name: 'link', key: ['id'] },
  { name: 'file_request', key: ['link_id'] },
  { name: 'hand_in', key: ['id'] },
  { name: 'hand_in_folder', key: ['node_id'] },
  { name: 'audit', key: ['sequence'] },
  { name: 'admin_setting', key: ['key'] },
  { name: 'brand_logo', key: ['id'] },
];

/** Tables that are not journaled: secrets, work in progress, and data that can be computed again. */
export const NOT_JOURNALED: readonly string[] = [
  'access_request',
  'api_token',
  'bucket_import',
  'change',
  'conversion',
  'copy_plan',
  'dav_lock',
  'dav_property',
  'document',
  'folder_content',
  'follow_pending',
  'idempotency',
  'job',
  'job_decision',
  'job_item',
  'journal',
  'journal_pending',
  'left_tag',
  'link_download',
  'link_visit',
  'logout_token',
  'mail',
  'notification',
  'one_time_link',
  'orphan_object',
  'recovery_code',
  'redirect_attempt',
  'rendition',
  'session',
  'setting',
  'sign_in_attempt',
  'space_use_day',
  'storage_finding',
  'storage_job',
  'task_round',
  'token_revocation',
  'unread_object',
  'upload',
  'upload_part',
  'use_day',
  'viewing',
  'webhook',
  'webhook_delivery',
  'webhook_pending',
];

export const TEXT_KEYS = new Set([
  'identity.issuer',
  'identity.subject',
  'passkey_name.passkey_id',
  'admin_setting.key',
  'brand_logo.id',
]);
/** Tables whose rows are journaled by ranges of their sequence. */
export const SEQUENCED = new Set(['event', 'audit']);

export interface JournalState {
  readonly id: string;
  readonly sequence: number;
  readonly hash: string;
  readonly rowsSince: number;
  readonly segmentsSince: number;
  readonly snapshotAt: Date | null;
  readonly snapshotRows: number;
  readonly snapshotSequence: number;
}

/** The place of an entry in the journal: a space id, or `INSTALLATION`. */
export function placeOf({ table, key, row }: Entry): string {
  const space = table === 'space' ? key['id'] : (key['space_id'] ?? row?.['space_id']);
  return typeof space === 'string' ? space : INSTALLATION;
}

export function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** A short id that distinguishes journals in the same bucket. */
export function shortId(journalId: string): string {
  return journalId.slice(-12);
}
