/** A problem that a rebuild found, with the name of the object or row. */
export interface Trouble {
  readonly kind:
    | 'segment_missing'
    | 'segment_altered'
    | 'snapshot_altered'
    | 'journal_of_another'
    | 'object_missing'
    | 'object_different'
    | 'object_strange'
    /** The store responds, but not about this object. Its file is there. */
    | 'object_unread'
    /** The same of an object whose file only its metadata could bring back. */
    | 'object_left';
  readonly name: string;
}

/** A journal in the bucket, by its newest snapshot. */
export interface JournalChoice {
  readonly journal: string;
  readonly snapshotAt: string;
  readonly rows: number;
}

export interface JournalRead {
  /** Undefined if there is no journal. */
  readonly journalId: string | undefined;
  readonly snapshotAt: string | undefined;
  /** Sequence of the newest segment that was read. */
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
  /** Files without a row that were restored from their objects. */
  readonly recovered: number;
  /** Items that were moved to another folder, because theirs is lost or their name is taken. */
  readonly displaced: number;
  /** Rows that were dropped because they refer to missing rows, or contradict newer ones. */
  readonly dropped: number;
  readonly troubles: readonly Trouble[];
}

/** Whether nothing is missing and no problem needs attention. */
export function isWhole({ troubles }: Pick<RebuildReport, 'troubles'>): boolean {
  return troubles.every(({ kind }) => kind === 'journal_of_another');
}

export const RECOVERED = 'Recovered';
