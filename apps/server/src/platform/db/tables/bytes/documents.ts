import type { Generated } from 'kysely';

export interface DocumentsTables {
  document: DocumentTable;
}

/** The text of the current version of a file. A trigger on `version` adds rows; they go with their node. */
interface DocumentTable {
  space_id: string;
  node_id: string;
  version_id: string;
  /** `none`: no text that can be read. `failed`: several tries did not end. */
  state: 'waiting' | 'ready' | 'none' | 'failed';
  tries: Generated<number>;
  /** Earliest next try; while a server reads, the end of its lease. */
  due_at: Date;
  /** The first entry of the object: copies have the same text. Null until it is read. */
  object_id: string | null;
  /** Of its stems; null for the texts of scripts without. */
  language: string | null;
  text: string | null;
  /** As `foldText` gives it. */
  folded: string | null;
  /** Where pieces begin, in code points from 0. */
  folded_starts: number[] | null;
  text_starts: number[] | null;
  /** Words and parts of words, and stems as `-<language>-<stem>`. */
  words: string | null;
}
