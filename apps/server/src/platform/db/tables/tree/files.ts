import type { Generated } from 'kysely';
import type { Changing } from '../changing.ts';

export interface FilesTables {
  node: NodeTable;
  folder_content: FolderContentTable;
  version: VersionTable;
  star: StarTable;
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
  /** Folded for the search. Empty for roots, which it does not find. */
  name_search: Generated<string>;
  current_version_id: string | null;
  /** 0 for folders. */
  size_bytes: number;
  media_type: string;
  modified_at: Date;
  created_by: string;
  trashed_at: Date | null;
  trashed_by: string | null;
  /** Start of the permanent deletion. */
  purge_began_at: Generated<Date | null>;
  /** Of the current version. */
  is_damaged: Generated<boolean>;
  /** Levels of folders below, at most. */
  levels_below: Generated<number>;
}

/** Living items directly in a folder. Kept by triggers on `node`; no row means none. */
interface FolderContentTable {
  space_id: string;
  folder_id: string;
  folders: number;
  files: number;
  file_bytes: number;
  /** Raised by every change of an item in the folder. */
  revision: Generated<number>;
}

interface VersionTable {
  space_id: string;
  id: string;
  node_id: string;
  number: number;
  blob_id: string;
  size_bytes: number;
  media_type: string;
  /** Base64; composite `<hash of hashes>-<parts>` for several parts. */
  sha256: string;
  author_id: string;
  created_at: Date;
  label: Generated<string | null>;
  /** Both null unless a guest of a link is the author. */
  guest_name: Generated<string | null>;
  link_label: Generated<string | null>;
}

/** Each person stars for themselves. */
interface StarTable {
  user_id: string;
  space_id: string;
  node_id: string;
  created_at: Date;
}
