import type { Generated } from 'kysely';

export interface LedgerTables {
  blob: BlobTable;
}

interface BlobTable {
  id: string;
  space_id: string;
  /** Copies have the key of their original. */
  key: string;
  /** The entry of the original object. Null for the original itself. */
  copy_of: Generated<string | null>;
  size_bytes: number;
  etag: string | null;
  sha256: string | null;
  state: 'intended' | 'stored' | 'verified' | 'referenced' | 'unreferenced' | 'quarantined' | 'deleted';
  verified_at: Date | null;
  /** Until when presigned URLs allow uploads to the object. */
  urls_until: Date | null;
  /** End of the quarantine. */
  delete_after: Date | null;
  /** When to check once more for an object that an upload may have written during the deletion. */
  last_look_at: Date | null;
  /** Set when the file is deleted permanently. This frees the quota before the object is deleted. */
  purged_at: Generated<Date | null>;
  /** Size of each part except the last. */
  part_size_bytes: Generated<number | null>;
  /** Base64; null if the client sent none. */
  crc64nvme: Generated<string | null>;
  /** When the object was last read, or verified by the store on upload. */
  checked_at: Generated<Date | null>;
  damaged_at: Generated<Date | null>;
  damage: Generated<'missing' | 'different' | 'checksum' | null>;
  /** Base64 SHA-256 of the stored bytes. Null until read, and for single-part objects (see `sha256`). */
  content_sha256: Generated<string | null>;
  created_at: Date;
  updated_at: Date;
}
