/** What a rebuild found wrong, with the name of the object or row. */
export interface Trouble {
  readonly kind:
    | 'segment_missing'
    | 'segment_altered'
    | 'snapshot_altered'
    | 'journal_of_another'
    | 'object_missing'
    | 'object_different'
    | 'object_strange';
  readonly name: string;
}

export interface JournalRead {
  /** Undefined when there is no journal. */
  readonly journalId: string | undefined;
  readonly snapshotAt: string | undefined;
  /** Of the newest segment that was read. */
  readonly sequence: number;
  readonly hash: string;
  readonly writtenAt: string | undefined;
  readonly segments: number;
  readonly troubles: readonly Trouble[];
}

export interface RebuildReport {
  readonly isDryRun: boolean;
  readonly journal: JournalRead;
  readonly spaces: number;
  readonly people: number;
  readonly nodes: number;
  readonly versions: number;
  readonly bytes: number;
  readonly objects: number;
  readonly missing: number;
  readonly different: number;
  /** Files that no row describes, only their object. */
  readonly recovered: number;
  /** Items whose folder is lost. */
  readonly displaced: number;
  /** Rows that referred to nothing. */
  readonly dropped: number;
  readonly troubles: readonly Trouble[];
}

export const RECOVERED = 'Recovered';
