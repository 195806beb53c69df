import type { NodeId, UploadId, UploadView } from '@coffer/contracts';
import type { UploadRequest } from '../model/upload-request.ts';
import type { Rename } from '../model/transfer-engine.ts';

/** The stored state of a batch, so that the next page can resume it. */
export interface JournalBatch {
  readonly id: string;
  readonly targetId: NodeId;
  /** Handles of dropped items; one handle covers a whole folder. */
  readonly roots: readonly FileSystemHandle[];
  /** By index in the batch; finished and refused entries are missing. */
  readonly entries: ReadonlyMap<number, JournalEntry>;
  readonly reservations: readonly JournalReservation[];
  /** Entries of which the server took no bytes, because their space was full. */
  readonly full: ReadonlyMap<number, FullSpace>;
  /** In the order of the renames. Entries and roots access their original names. */
  readonly renamings: readonly Rename[];
}

export interface JournalEntry {
  readonly kind: 'file' | 'folder';
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** Facts of the refusal that do not differ between files. */
export interface FullSpace {
  readonly space_id?: unknown;
  readonly quota?: unknown;
}

/** A reservation request, stored before it is sent. */
export interface JournalReservation {
  readonly key: string;
  readonly requests: readonly UploadRequest[];
  /** The entry of each request, by index in the batch. */
  readonly numbers: readonly number[];
  /** Undefined while unanswered. */
  readonly uploadIds?: readonly (UploadId | null)[] | undefined;
}

export type IsKnownUpload = (upload: Pick<UploadView, 'id' | 'parentId' | 'name' | 'sizeBytes'>) => boolean;

/** Browser storage for resuming uploads. Best effort: uploads run without it. */
export interface UploadJournal {
  addBatch(batch: Omit<JournalBatch, 'reservations' | 'renamings' | 'full'>): void;
  /** Resolves when written, so that a crash cannot reserve twice. Replaces earlier requests for the same entries. */
  recordRequest(batchId: string, reservation: JournalReservation): Promise<void>;
  recordAnswer(batchId: string, reservation: JournalReservation): void;
  markFinished(batchId: string, number: number): void;
  /** The next page does not offer it, unless it is renamed on this one. */
  markRefused(batchId: string, number: number, isRefused: boolean): void;
  /** The next page tells it. Undefined: there is another attempt. */
  markFull(batchId: string, number: number, space: FullSpace | undefined): void;
  recordRenames(batchId: string, renamings: readonly Rename[]): void;
  /** Undefined where nothing is stored. `create` is passed in so that its code loads only when needed. */
  reader(create: (access: JournalAccess) => JournalReader): JournalReader | undefined;
  /** Releases all locks and the connection, so that the database can be deleted. */
  close(): void;
}

export interface JournalReader {
  /** Passes on each batch of the person as soon as no other tab owns it. */
  restore(onFound: (batch: JournalBatch) => void): void;
  /** Distinguishes uploads of this browser's tabs from those of other devices. */
  knownUploads(): Promise<IsKnownUpload>;
}

export interface JournalAccess {
  readonly personId: string;
  open(): Promise<IDBDatabase>;
  owns(batchId: string): boolean;
  /** Makes this page the owner of the batch. */
  takeOwnership(batch: JournalBatch, marks: Marks): void;
  /** Runs `work` under the lock of the batch, once no other tab has it. */
  withLock(batchId: string, work: () => Promise<void>): void;
  /** Resolves when the batch has ended. */
  untilFinished(batchId: string): Promise<void>;
  delete(batchId: string): void;
}

/** One byte for each item. Keyed by page number. */
export type Marks = Map<number, Uint8Array>;

export const NO_JOURNAL: UploadJournal = {
  addBatch: () => undefined,
  recordRequest: () => Promise.resolve(),
  recordAnswer: () => undefined,
  markFinished: () => undefined,
  markRefused: () => undefined,
  markFull: () => undefined,
  recordRenames: () => undefined,
  reader: () => undefined,
  close: () => undefined,
};
