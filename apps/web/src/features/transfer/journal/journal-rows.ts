import type { JournalBatch, JournalReservation, FinishedFlags } from './upload-journal.ts';

/** Entries per record. */
export const ENTRIES_PER_PAGE = 500;

export interface BatchRow
  extends Pick<JournalBatch, 'id' | 'targetId' | 'roots'>,
    Partial<Pick<JournalBatch, 'renamings'>> {
  readonly personId: string;
}
export interface ReservationRow extends JournalReservation {
  readonly batchId: string;
}

export function isFinished(finished: FinishedFlags, number: number): boolean {
  return finished.get(Math.floor(number / ENTRIES_PER_PAGE))?.[number % ENTRIES_PER_PAGE] === 1;
}

export function keysOfBatch(batchId: string): IDBKeyRange {
  return IDBKeyRange.bound([batchId], [batchId, []]);
}
