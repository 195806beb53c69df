import type { NodeId, UploadId, UploadView } from '@coffer/contracts';
import type { CreateUpload } from './create-upload.ts';
import type { Renaming } from './transfer-engine.ts';

/** What a browser keeps of a batch until its end, so that the next page can go on with it. */
export interface KeptBatch {
  readonly id: string;
  readonly targetId: NodeId;
  /** Ways to what was dropped, where the browser gives them: one for a folder, whatever it holds. */
  readonly roots: readonly FileSystemHandle[];
  /** By their number in the batch; those that have ended are missing. */
  readonly entries: ReadonlyMap<number, KeptEntry>;
  readonly questions: readonly KeptQuestion[];
  /** In the order in which they were given. Entries and ways to them have the names that they had before. */
  readonly renamings: readonly Renaming[];
}

export interface KeptEntry {
  readonly kind: 'file' | 'folder';
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** A question for room, written down before it is asked. */
export interface KeptQuestion {
  readonly key: string;
  readonly requests: readonly CreateUpload[];
  /** Which entries of the batch the requests are for. */
  readonly numbers: readonly number[];
  /** What was answered, where the answer came. */
  readonly uploadIds?: readonly (UploadId | null)[] | undefined;
}

export type IsKnown = (upload: Pick<UploadView, 'id' | 'parentId' | 'name' | 'sizeBytes'>) => boolean;

/**
 * The memory of a browser for uploads, which outlives a page. It helps and never hinders: where there is none, or it is full, an
 * upload runs as it would without.
 */
export interface Keep {
  begin(batch: Omit<KeptBatch, 'questions' | 'renamings'>): void;
  /**
   * Resolves when it is written, since then a crash cannot ask twice for the same room. Takes the place of earlier questions about the
   * same entries.
   */
  asking(batchId: string, question: KeptQuestion): Promise<void>;
  told(batchId: string, question: KeptQuestion): void;
  ended(batchId: string, number: number): void;
  /** Adds other names to those that were given before. */
  renamed(batchId: string, renamings: readonly Renaming[]): void;
  /** What earlier pages have left, where something is kept. Most pages have no use for it: `readerOf` comes with those that do. */
  reader(readerOf: (keep: Restoring) => KeptReader): KeptReader | undefined;
  /** Lets go of everything, so that it can be deleted. */
  close(): void;
}

export interface KeptReader {
  /** Hands over every batch of the person that no other tab drives, or drives no longer. */
  restore(onFound: (batch: KeptBatch) => void): void;
  /** Tells the uploads that some tab of this browser has begun from those of other devices. */
  knownUploads(): Promise<IsKnown>;
}

/** What a keep lends to whoever reads back what it wrote. */
export interface Restoring {
  readonly personId: string;
  open(): Promise<IDBDatabase>;
  drives(batchId: string): boolean;
  /** From now on this page writes what becomes of the batch. */
  drive(batch: KeptBatch, marks: Marks): void;
  /** Runs `work` with the lock of the batch: at once where no tab has it, else when the one that has it is gone. */
  withLock(batchId: string, work: () => Promise<void>): void;
  /** Settles when the batch is over. */
  held(batchId: string): Promise<void>;
  delete(batchId: string): void;
}

/** Which entries of a page of the database have ended, by its number. */
export type Marks = Map<number, Uint8Array>;

/** For a browser that keeps nothing. */
export const NO_KEEP: Keep = {
  begin: () => undefined,
  asking: () => Promise.resolve(),
  told: () => undefined,
  ended: () => undefined,
  renamed: () => undefined,
  reader: () => undefined,
  close: () => undefined,
};
