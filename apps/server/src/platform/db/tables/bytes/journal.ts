import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export interface JournalTables {
  journal: JournalTable;
  journal_pending: JournalPendingTable;
}

/** State of the journal in the bucket. At most one row. */
interface JournalTable {
  id: string;
  /** Sequence of the newest segment. */
  sequence: number;
  /** Hex SHA-256 of the newest segment. Empty before the first. */
  hash: string;
  /** Rows in segments that no snapshot covers. */
  rows_since: Generated<number>;
  segments_since: Generated<number>;
  /** Null if a snapshot is due. */
  snapshot_at: Date | null;
  snapshot_rows: Generated<number>;
  snapshot_sequence: Generated<number>;
  updated_at: Date;
}

/** Changed rows that are not in a segment yet. Written only by triggers. */
interface JournalPendingTable {
  id: GeneratedAlways<number>;
  /** Name of the table. */
  kind: string;
  /** The primary key, or a range of sequences. */
  key: JSONColumnType<Readonly<Record<string, string | number | null>>>;
  at: Generated<Date>;
}
