import type { FullSpace, JournalBatch, JournalReservation, Marks } from './upload-journal.ts';

/** Entries in one record. */
export const ENTRIES_PER_PAGE = 500;

export interface BatchRow
  extends Pick<JournalBatch, 'id' | 'targetId' | 'roots'>,
    Partial<Pick<JournalBatch, 'renamings' | 'decision'>> {
  readonly personId: string;
  /** The full space of the entries that are marked as without room. */
  readonly fullSpace?: FullSpace;
}
export interface ReservationRow extends JournalReservation {
  readonly batchId: string;
}

export const MARK = { open: 0, finished: 1, refused: 2, full: 3 } as const;
export type Mark = (typeof MARK)[keyof typeof MARK];

export function markOf(marks: Marks, number: number): number {
  return marks.get(Math.floor(number / ENTRIES_PER_PAGE))?.[number % ENTRIES_PER_PAGE] ?? MARK.open;
}

/** The Web Lock of the tab that owns the batch. */
export function lockNameOf(batchId: string): string {
  return `coffer-transfer/${batchId}`;
}

export function keysOfBatch(batchId: string): IDBKeyRange {
  return IDBKeyRange.bound([batchId], [batchId, []]);
}
