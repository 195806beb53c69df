import type { Generated } from 'kysely';

export interface LedgerTables {
  blob: BlobTable;
}

interface BlobTable {
  id: string;
  space_id: string;
  /** Copies have the key of their original. */
  key: string;
  /** The entry that brought the object; null for that one itself. */
  copy_of: Generated<string | null>;
  size_bytes: number;
  etag: string | null;
  sha256: string | null;
  state: 'intended' | 'stored' | 'verified' | 'referenced' | 'unreferenced' | 'quarantined' | 'deleted';
  verified_at: Date | null;
  /** Presigned uploads may write until then. */
  urls_until: Date | null;
  /** End of the quarantine. */
  delete_after: Date | null;
  /** An upload may have been running during the deletion. */
  last_look_at: Date | null;
  /** Set when the file was deleted permanently: the quota is freed before the object is deleted. */
  purged_at: Generated<Date | null>;
  /** Except the last. */
  part_size_bytes: Generated<number | null>;
  /** Base64; null if the client sent none. */
  crc64nvme: Generated<string | null>;
  /** Last read, or verified by the store on upload. */
  checked_at: Generated<Date | null>;
  damaged_at: Generated<Date | null>;
  damage: Generated<'missing' | 'different' | 'checksum' | null>;
  /** Base64, of the stored bytes. Null until read, and for single-part objects (see `sha256`). */
  content_sha256: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
}
