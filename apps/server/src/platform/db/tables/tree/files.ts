import type { Generated } from 'kysely';
import type { Changing } from '../changing.ts';

export interface FilesTables {
  node: NodeTable;
  folder_content: FolderContentTable;
  version: VersionTable;
  star: MarkTable;
  follow: MarkTable;
  follow_pending: PendingEventsTable;
}

interface NodeTable extends Changing {
  space_id: string;
  id: string;
  parent_id: string | null;
  kind: 'folder' | 'file';
  name: string;
  name_key: string;
  /** Sort key in natural order: digits compare by value. */
  name_sort: string;
  /** Folded for the search. Empty for roots, which a search must not find. */
  name_search: Generated<string>;
  current_version_id: string | null;
  /** 0 for folders. */
  size_bytes: number;
  media_type: string;
  modified_at: Date;
  created_by: string;
  trashed_at: Date | null;
  trashed_by: string | null;
  /** When the permanent deletion began. */
  purge_began_at: Generated<Date | null>;
  /** Whether the current version is damaged. */
  is_damaged: Generated<boolean>;
  /** Depth of the deepest folder below this one. */
  levels_below: Generated<number>;
}

/**
 * Totals of the items directly in a folder that are not in the trash. Triggers on `node` update them; a missing row
 * means an empty folder.
 */
interface FolderContentTable {
  space_id: string;
  folder_id: string;
  folders: number;
  files: number;
  file_bytes: number;
  /** Incremented by every change of an item in the folder. */
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
  /** `guest_name` and `link_label` are null unless a guest of a link is the author. */
  guest_name: Generated<string | null>;
  link_label: Generated<string | null>;
}

/** Each person's own stars. */
/** A mark that a person set on a node. */
interface MarkTable {
  user_id: string;
  space_id: string;
  node_id: string;
  created_at: Date;
}

/** Events of a space that were not processed yet, by their numbers. */
export interface PendingEventsTable {
  id: Generated<number>;
  space_id: string;
  first: number;
  last: number;
}
