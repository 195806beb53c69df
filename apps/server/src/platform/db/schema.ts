import type { Generated, JSONColumnType } from 'kysely';

/** Row types of all migrations. Sizes arrive as numbers: the driver parses int8, every size is below 2^53. */
export interface Schema {
  user: UserTable;
  session: SessionTable;
  identity: IdentityTable;
  group: GroupTable;
  group_member: GroupMemberTable;
  redirect_attempt: RedirectAttemptTable;
  passkey_name: PasskeyNameTable;
  person_picture: PersonPictureTable;
  recovery_code: RecoveryCodeTable;
  logout_token: LogoutTokenTable;
  sign_in_attempt: SignInAttemptTable;
  token_revocation: TokenRevocationTable;
  space: SpaceTable;
  member: MemberTable;
  node: NodeTable;
  version: VersionTable;
  blob: BlobTable;
  upload: UploadTable;
  upload_part: UploadPartTable;
  event: EventTable;
  idempotency: IdempotencyTable;
  setting: SettingTable;
  storage_job: StorageJobTable;
  storage_finding: StorageFindingTable;
  stray_object: StrayObjectTable;
}

interface Changing {
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

interface UserTable extends Changing {
  id: string;
  issuer: string;
  subject: string;
  username: string;
  email: string;
  email_verified: boolean;
  /** A new address that waits for its code. */
  pending_email: string | null;
  name: string;
  status: 'invited' | 'active' | 'disabled' | 'removed';
  role: 'member' | 'auditor' | 'administrator';
  quota_bytes: number;
  last_seen_at: Date | null;
}

interface SessionTable {
  /** Hex of SHA-256 of the cookie's secret. */
  id: string;
  user_id: string;
  kind: 'pool' | 'oidc';
  /** Of the configuration; null with kind `pool`. */
  issuer_id: string | null;
  /** What the issuer calls this session (`sid`), and the person; null with kind `pool`. */
  issuer_sid: string | null;
  issuer_subject: string | null;
  /** The session that took its place: this one answers what was under way, for some seconds. */
  replaced_by: string | null;
  /** Canonical user name of the pool, for SECRET_HASH. */
  username: string;
  access_token_sealed: string;
  refresh_token_sealed: string;
  access_expires_at: Date;
  /** While in the future, one server is asking the pool for new tokens. */
  refresh_lease_until: Date | null;
  /** Set when the pool could not be asked: nobody asks again before. */
  refresh_retry_at: Date | null;
  device_label: string;
  address: string;
  created_at: Date;
  last_seen_at: Date;
  /** When the pool was last asked whether it still knows this session. */
  checked_at: Date | null;
  expires_at: Date;
  revoked_at: Date | null;
}

/** A sign-out that an issuer has told, so that it counts once, and also for a sign-in that is just being finished. */
interface LogoutTokenTable {
  issuer_id: string;
  jti_hash: string;
  issuer_sid: string | null;
  issuer_subject: string | null;
  received_at: Date;
  expires_at: Date;
}

/** A further identity of a person; the first one stands in `user`. */
interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Date;
}

interface GroupTable {
  id: string;
  name: string;
  source: 'pool' | 'local';
  created_at: Date;
}

interface GroupMemberTable {
  group_id: string;
  user_id: string;
  created_at: Date;
}

interface PasskeyNameTable {
  user_id: string;
  passkey_id: string;
  name: string;
  created_at: Date;
}

interface PersonPictureTable {
  user_id: string;
  /** A `data:` address. */
  picture: string;
  changed_at: Date;
}

interface RecoveryCodeTable {
  user_id: string;
  /** Hex of SHA-256. */
  code_hash: string;
  created_at: Date;
}

interface RedirectAttemptTable {
  /** Hex of SHA-256 of the redirect cookie's secret. */
  id: string;
  issuer_id: string;
  exchange_sealed: string;
  return_to: string;
  created_at: Date;
  expires_at: Date;
}

interface SignInAttemptTable {
  /** Hex of SHA-256 of the attempt cookie's secret. */
  id: string;
  /** Name of the open challenge, or `signed_in`. */
  step: string;
  /** As typed by the person. */
  typed_username: string;
  /** USER_ID_FOR_SRP of the pool. */
  pool_username: string;
  pool_session_sealed: string | null;
  parameters_sealed: string;
  tries: number;
  /** The answer that runs now (`claimed_until`) or ran last. */
  last_answer_id: string | null;
  /** How the last answer failed, as JSON, so that a repeated answer fails the same way. */
  last_failure: string | null;
  /** While in the future, one server is asking the pool about `last_answer_id`. */
  claimed_until: Date | null;
  /** Session that the attempt ended in, so that a repeated answer finds it. */
  session_id: string | null;
  created_at: Date;
  expires_at: Date;
}

interface TokenRevocationTable {
  id: string;
  refresh_token_sealed: string;
  tries: number;
  next_try_at: Date;
  created_at: Date;
  /** Null: the pool's. */
  issuer_id: string | null;
}

interface SpaceTable extends Changing {
  id: string;
  name: string;
  kind: 'personal' | 'team' | 'linked';
  owner_id: string;
  root_id: string;
  quota_bytes: number;
  used_bytes: number;
  reserved_bytes: number;
  /** Of objects that are part of no file and may still be in the store. */
  held_bytes: Generated<number>;
  /** Number of the newest event: taken under the row lock, so that numbers have no gaps. */
  event_sequence: number;
}

interface MemberTable {
  space_id: string;
  user_id: string;
  role: 'viewer' | 'contributor' | 'editor' | 'manager' | 'owner';
  created_at: Date;
}

interface NodeTable extends Changing {
  space_id: string;
  id: string;
  parent_id: string | null;
  kind: 'folder' | 'file';
  name: string;
  name_key: string;
  /** Natural order: digits compare by value. */
  name_sort: string;
  current_version_id: string | null;
  /** 0 for folders. */
  size_bytes: number;
  /** Empty for folders. */
  media_type: string;
  modified_at: Date;
  created_by: string;
  trashed_at: Date | null;
  trashed_by: string | null;
  /** Set on what is being deleted for good, from the first of its rows on. */
  purge_began_at: Generated<Date | null>;
  /** True while the bytes of the current version are known to be wrong. */
  is_damaged: Generated<boolean>;
}

interface VersionTable {
  space_id: string;
  id: string;
  node_id: string;
  number: number;
  blob_id: string;
  size_bytes: number;
  media_type: string;
  /** Base64 SHA-256 of the content (one part), or `<hash of hashes>-<parts>` as S3 composes it. */
  sha256: string;
  author_id: string;
  created_at: Date;
}

interface BlobTable {
  id: string;
  space_id: string;
  key: string;
  size_bytes: number;
  etag: string | null;
  sha256: string | null;
  state: 'intended' | 'stored' | 'verified' | 'referenced' | 'unreferenced' | 'quarantined' | 'deleted';
  verified_at: Date | null;
  /** Until when signed addresses may bring the object. */
  urls_until: Date | null;
  /** Set while quarantined: not deleted before. */
  delete_after: Date | null;
  /** A deleted object is looked for once more, because a request may have been under way. */
  last_look_at: Date | null;
  /** Of all parts but the last, for the checksum of an object of several. */
  part_size_bytes: Generated<number | null>;
  /** Base64, of the whole content; null where its sender gave none. */
  crc64nvme: Generated<string | null>;
  /** When the bytes were last read, or verified by the store as they came. */
  checked_at: Generated<Date | null>;
  damaged_at: Generated<Date | null>;
  damage: Generated<'missing' | 'different' | 'checksum' | null>;
  created_at: Date;
  updated_at: Date;
}

interface UploadTable {
  id: string;
  space_id: string;
  parent_id: string;
  name: string;
  /** The node that comes to be, or that gets a new version. */
  node_id: string;
  version_id: string;
  blob_id: string;
  size_bytes: number;
  media_type: string;
  modified_at: Date;
  part_size_bytes: number;
  part_count: number;
  provider_upload_id: string | null;
  conflict: 'ask' | 'rename' | 'replace' | 'skip';
  integrity: 1 | 2 | 3;
  state:
    | 'reserved'
    | 'uploading'
    | 'completing'
    | 'verifying'
    | 'committed'
    | 'failed'
    | 'aborted'
    | 'expired';
  reserved_bytes: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

interface UploadPartTable {
  upload_id: string;
  number: number;
  size_bytes: number;
  sha256: string;
  md5: string | null;
  crc64nvme: Generated<string | null>;
}

interface EventTable {
  space_id: string;
  sequence: number;
  id: string;
  /** Null where nobody did it: a job. */
  actor_id: string | null;
  verb: string;
  node_id: string;
  facts: JSONColumnType<Record<string, unknown>>;
  at: Date;
}

interface IdempotencyTable {
  user_id: string;
  key: string;
  operation: string;
  request_hash: string;
  /** Null only within the transaction of the first request. */
  status: number | null;
  body: JSONColumnType<Record<string, unknown>> | null;
  created_at: Date;
}

interface SettingTable {
  key: string;
  value: JSONColumnType<Record<string, unknown>>;
  changed_at: Date;
}

interface StorageJobTable {
  id: string;
  kind: 'survey' | 'repair';
  state: 'queued' | 'running' | 'done' | 'stopped' | 'cancelled';
  survey_id: string | null;
  allow_many: boolean;
  phase: 'objects' | 'uploads' | 'findings';
  /** Behind which entry the next step goes on. */
  position: JSONColumnType<Record<string, unknown>> | null;
  counts: JSONColumnType<Record<string, unknown>>;
  stop_reason: string | null;
  requested_by: string;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
}

interface StorageFindingTable {
  job_id: string;
  kind: 'orphan' | 'missing' | 'different' | 'undeleted' | 'unfinished';
  key: string;
  provider_upload_id: string;
  blob_id: string | null;
  size_bytes: number;
  etag: string;
  state: 'found' | 'mended' | 'settled';
}

interface StrayObjectTable {
  key: string;
  size_bytes: number;
  etag: string;
  found_at: Date;
  delete_after: Date;
  deleted_at: Date | null;
}
