import type { KeptBatch, KeptQuestion, Marks } from './keep.ts';

/** So many entries of a batch are one record. */
export const PAGE = 500;

export interface BatchRow
  extends Pick<KeptBatch, 'id' | 'targetId' | 'roots'>,
    Partial<Pick<KeptBatch, 'renamings'>> {
  readonly personId: string;
}
export interface QuestionRow extends KeptQuestion {
  readonly batchId: string;
}

export function isMarked(marks: Marks, number: number): boolean {
  return marks.get(Math.floor(number / PAGE))?.[number % PAGE] === 1;
}

/** The keys of whatever belongs to a batch. */
export function allOf(batchId: string): IDBKeyRange {
  return IDBKeyRange.bound([batchId], [batchId, []]);
}
