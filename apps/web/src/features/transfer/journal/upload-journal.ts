import type { ConflictRule, NodeId, UploadId, UploadView } from '@coffer/contracts';
import type { UploadRequest } from '../model/upload-request.ts';
import type { Rename } from '../model/transfer-engine.ts';

/** The stored state of a batch, from which the next page resumes it. */
export interface JournalBatch {
  readonly id: string;
  readonly targetId: NodeId;
  /** Handles of dropped items; one handle covers a whole folder. */
  readonly roots: readonly FileSystemHandle[];
  /** Keyed by index in the batch. Finished and refused entries are missing. */
  readonly entries: ReadonlyMap<number, JournalEntry>;
  readonly reservations: readonly JournalReservation[];
  /** Entries that the server refused because their space was full. */
  readonly full: ReadonlyMap<number, FullSpace>;
  /** In the order of the renames. Entries and roots keep their original names. */
  readonly renamings: readonly Rename[];
  /** The decision for all taken names. */
  readonly decision?: ConflictRule | undefined;
}

export interface JournalEntry {
  readonly kind: 'file' | 'folder';
  readonly path: readonly string[];
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** The facts of the refusal that are the same for all files. */
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
  /** Undefined until the response arrives. */
  readonly uploadIds?: readonly (UploadId | null)[] | undefined;
}

export type IsKnownUpload = (upload: Pick<UploadView, 'id' | 'parentId' | 'name' | 'sizeBytes'>) => boolean;

/** Browser storage for resuming uploads. It is best effort: uploads also run without it. */
export interface UploadJournal {
  addBatch(batch: Omit<JournalBatch, 'reservations' | 'renamings' | 'full'>): void;
  /**
   * Resolves when the request is stored, so that a crash cannot reserve twice. Replaces earlier requests for the same
   * entries.
   */
  recordRequest(batchId: string, reservation: JournalReservation): Promise<void>;
  recordAnswer(batchId: string, reservation: JournalReservation): void;
  markFinished(batchId: string, number: number): void;
  /** The next page does not restore a refused entry, unless this page renames it. */
  markRefused(batchId: string, number: number, isRefused: boolean): void;
  /** The next page reports the full space. Undefined after another attempt. */
  markFull(batchId: string, number: number, space: FullSpace | undefined): void;
  recordRenames(batchId: string, renamings: readonly Rename[]): void;
  recordDecision(batchId: string, decision: ConflictRule): void;
  /** Returns undefined if nothing can be stored. `create` is a parameter, so that its code loads only when needed. */
  reader(create: (access: JournalAccess) => JournalReader): JournalReader | undefined;
  /** Releases all locks and the connection, so that the database can be deleted. */
  close(): void;
}

export interface JournalReader {
  /** Passes each batch of the person to `onFound` as soon as no other tab owns it. */
  restore(onFound: (batch: JournalBatch) => void): void;
  /** Distinguishes uploads of this browser's tabs from those of other devices. */
  knownUploads(): Promise<IsKnownUpload>;
  /** Whether another tab owns a batch. */
  isOwnedElsewhere(): Promise<boolean>;
}

export interface JournalAccess {
  readonly personId: string;
  open(): Promise<IDBDatabase>;
  owns(batchId: string): boolean;
  /** Makes this page the owner of the batch. */
  takeOwnership(batch: JournalBatch, marks: Marks): void;
  /** Runs `work` under the lock of the batch, once no other tab holds that lock. */
  withLock(batchId: string, work: () => Promise<void>): void;
  /** Resolves when all entries of the batch are finished. */
  untilFinished(batchId: string): Promise<void>;
  delete(batchId: string): void;
}

/** One byte for each entry, keyed by page number. */
export type Marks = Map<number, Uint8Array>;

export const NO_JOURNAL: UploadJournal = {
  addBatch: () => undefined,
  recordRequest: () => Promise.resolve(),
  recordAnswer: () => undefined,
  markFinished: () => undefined,
  markRefused: () => undefined,
  markFull: () => undefined,
  recordRenames: () => undefined,
  recordDecision: () => undefined,
  reader: () => undefined,
  close: () => undefined,
};
