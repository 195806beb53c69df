import type { Generated, JSONColumnType } from 'kysely';
import type { Changing } from '../changing.ts';

export interface LinksTables {
  link: LinkTable;
  link_visit: LinkVisitTable;
  link_download: LinkDownloadTable;
  file_request: FileRequestTable;
  hand_in: HandInTable;
  hand_in_folder: HandInFolderTable;
}

interface LinkTable extends Changing {
  id: string;
  space_id: string;
  node_id: string;
  kind: 'view' | 'download' | 'edit' | 'request';
  /** Hex of SHA-256. The token itself is not stored. */
  token_hash: string;
  label: string;
  /** Parameters, salt and hash of scrypt. */
  password_hash: string | null;
  expires_at: Date;
  downloads_max: number | null;
  downloads: Generated<number>;
  bytes_max: number | null;
  /** Bytes of all downloads. */
  bytes: Generated<number>;
  visits: Generated<number>;
  last_visit_at: Date | null;
  revoked_at: Date | null;
  /** Null if not revoked, and for links that were revoked before this column existed. */
  revoked_by: string | null;
  created_by: string;
}

interface LinkVisitTable {
  id: string;
  link_id: string;
  what: 'opened' | 'password_failed' | 'downloaded';
  /** Number of downloaded files, and their total size. */
  files: number | null;
  bytes: number | null;
  /** HMAC of the client's network, keyed with the token, so that the database alone identifies no client. */
  client_key: string;
  at: Date;
}

/** One counted download of one file, whose bytes pass through the server. */
interface LinkDownloadTable {
  id: string;
  link_id: string;
  /** Hex of SHA-256. The key itself is not stored. */
  key_hash: string;
  node_id: string;
  version_id: string;
  size_bytes: number;
  /** Less than two copies of the file, so that at most one complete copy is sent. */
  budget_bytes: number;
  /** Equal to the budget until bytes are sent. */
  bytes_left: number;
  created_at: Date;
  expires_at: Date;
}

/** The terms of a link of the kind `request` or `edit`. */
interface FileRequestTable {
  link_id: string;
  message: string;
  asks_name: boolean;
  asks_email: boolean;
  files_max: number | null;
  bytes_max: number | null;
  /** Separated by commas. Empty: all kinds. */
  kinds: string;
}

/** One guest who hands files in. */
interface HandInTable {
  id: string;
  link_id: string;
  /** Hex of SHA-256. The key itself is not stored. */
  key_hash: string;
  guest_name: string;
  guest_email: string;
  folder_id: string;
  created_at: Date;
  finished_at: Date | null;
  /** Incremented by a trigger. */
  arrived_files: Generated<number>;
  arrived_at: Generated<Date | null>;
  /** The number of arrived files of which the owner of the request was notified. */
  told_files: Generated<number>;
}

interface HandInFolderTable {
  node_id: string;
  hand_in_id: string;
  /** Folder names below the folder of the hand-in, as the guest sent them. Empty for that folder itself. */
  path: JSONColumnType<readonly string[]>;
}
