import type { Generated } from 'kysely';

export interface UploadsTables {
  upload: UploadTable;
  upload_part: UploadPartTable;
}

interface UploadTable {
  id: string;
  space_id: string;
  parent_id: string;
  name: string;
  /** The new node, or the existing node that gets a version. */
  node_id: string;
  version_id: string;
  blob_id: string;
  size_bytes: number;
  media_type: string;
  modified_at: Date;
  part_size_bytes: number;
  part_count: number;
  provider_upload_id: string | null;
  /** The version that the file must still have. Otherwise the upload does not become a version of the file. */
  based_on: string | null;
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
  /** `request_id`, `hand_in_id` and `guest_name` are null unless a guest uploads. */
  request_id: Generated<string | null>;
  hand_in_id: Generated<string | null>;
  guest_name: Generated<string | null>;
  /** The label of the edit link that a guest uses. Null for people and for file requests. */
  link_label: Generated<string | null>;
  /** The file that a guest's new version replaces through a link to that file. Null otherwise. */
  replaces_id: Generated<string | null>;
}

interface UploadPartTable {
  upload_id: string;
  number: number;
  size_bytes: number;
  sha256: string;
  md5: string | null;
  crc64nvme: Generated<string | null>;
}
