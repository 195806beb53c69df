import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export interface JournalTables {
  journal: JournalTable;
  journal_pending: JournalPendingTable;
}

/** Where the journal in the bucket stands. One row at most. */
interface JournalTable {
  id: string;
  /** Of the newest segment. */
  sequence: number;
  /** Of the newest segment: hex of SHA-256. Empty before the first. */
  hash: string;
  /** In segments that no snapshot covers. */
  rows_since: Generated<number>;
  segments_since: Generated<number>;
  /** Null: a snapshot is due. */
  snapshot_at: Date | null;
  snapshot_rows: Generated<number>;
  snapshot_sequence: Generated<number>;
  updated_at: Date;
}

/** Rows that changed and are in no segment yet. Written by triggers only. */
interface JournalPendingTable {
  id: GeneratedAlways<number>;
  /** The table. */
  kind: string;
  /** The primary key, or a range of sequences. */
  key: JSONColumnType<Readonly<Record<string, string | number | null>>>;
  at: Generated<Date>;
}
