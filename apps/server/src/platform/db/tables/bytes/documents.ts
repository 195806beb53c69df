import type { Generated } from 'kysely';

export interface DocumentsTables {
  document: DocumentTable;
}

/** The text of a file's current version. A trigger on `version` adds rows; they are deleted with their node. */
interface DocumentTable {
  space_id: string;
  node_id: string;
  version_id: string;
  /** `none`: no readable text. `failed`: several attempts did not finish. */
  state: 'waiting' | 'ready' | 'none' | 'failed';
  tries: Generated<number>;
  /** Earliest next attempt; while a server reads the file, the end of its lease. */
  due_at: Date;
  /** The first ledger entry of the object, because copies have the same text. Null until the text is read. */
  object_id: string | null;
  /** Language of the stems. Null for texts in scripts without stems. */
  language: string | null;
  text: string | null;
  /** `text` as `foldText` returns it. */
  folded: string | null;
  /** Where each piece of the text begins in `folded` and in `text`, in code points from 0. */
  folded_starts: number[] | null;
  text_starts: number[] | null;
  /** Words and parts of words, and stems as `-<language>-<stem>`. */
  words: string | null;
}
