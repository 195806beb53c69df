import type { ConflictRule, PartChecksums } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { FolderPlan } from './folder-plan.ts';
import type { Transfer, TransferEvent, TransferFailure, UploadedNode } from '../model/machine.ts';
import type { ReservationItem, Reservation, UploadIds } from '../send/reservation.ts';
import type { UploadOutcome, UploadPorts, UploadTask } from '../send/upload-run.ts';

/** Opens the file when its turn comes. Rejects as the browser does when it cannot be read. */
export type OpenFile = () => Promise<File | undefined>;

/** A transfer with the state that runs it. */
export interface Job {
  transfer: Transfer;
  readonly kind: 'file' | 'folder';
  readonly batch: Batch;
  /** Index in the batch. */
  readonly number: number;
  /** Undefined for a folder, and for an upload whose file is not available. */
  openFile: OpenFile | undefined;
  reservationItem?: ReservationItem | undefined;
  /** Set for an upload of an earlier page: stored parts are compared with the file before it resumes. */
  matchesStored?: UploadTask['matchesStored'];
  /** The checksums declared earlier, when the store has no bytes yet. Such a file can be batched like a new one. */
  declaredChecksums?: PartChecksums | undefined;
  /** The server rejected the request, perhaps because a checksum was missing. */
  needsMd5?: boolean;
  /** The batch decision that does not apply, because the file was renamed after it. */
  supersededDecision?: Batch['decision'];
  /** How often it was queued again without the person. */
  requeues: number;
  abort: AbortController;
}

/** Entries added together, into one folder. */
export interface Batch {
  readonly id: string;
  readonly folders: FolderPlan;
  /** The person's last decision for all taken names. */
  decision: Decision | undefined;
}

/** Compared by identity: the same decision may be made twice. */
interface Decision {
  readonly conflict: ConflictRule;
}

export interface LaneHost {
  readonly ports: UploadPorts;
  /** Aborts at sign-out. */
  readonly session: AbortSignal;
  /** True when the event changed the transfer. */
  apply(job: Job, event: TransferEvent): boolean;
  setOutcome(job: Job, outcome: Result<UploadOutcome, TransferFailure>): void;
  setCommitted(job: Job, node: UploadedNode): void;
  /** Starts every job that can run now. */
  runQueued(): void;
  /** Persists a reservation before it is sent. Resolves to a function that persists the answer. */
  recordRequest(reservation: Reservation, jobs: readonly Job[]): Promise<(uploadIds: UploadIds) => void>;
}

export function createJob(
  position: { readonly id: string; readonly batch: Batch; readonly number: number },
  entry: { readonly kind: 'file' | 'folder'; readonly path: readonly string[]; readonly sizeBytes: number },
  given: Partial<Transfer> & { readonly openFile?: OpenFile },
): Job {
  const { id, batch, number } = position;
  const { kind, path, sizeBytes } = entry;
  const { openFile, ...known } = given;
  return {
    transfer: {
      id,
      batchId: batch.id,
      name: path.at(-1) ?? '',
      path,
      sizeBytes,
      phase: 'queued',
      sentBytes: 0,
      conflict: 'ask',
      uploadId: undefined,
      node: undefined,
      failure: undefined,
      blockedBy: undefined,
      survivesReload: kind === 'folder',
      ...known,
    },
    kind,
    batch,
    number,
    openFile,
    requeues: 0,
    abort: new AbortController(),
  };
}

/** The folders of a file, or a folder's own path, below the target of the batch. */
export function folderPathOf({ kind, transfer: { path } }: Job): readonly string[] {
  return kind === 'file' ? path.slice(0, -1) : path;
}

const UNREADABLE = /^(NotReadable|NotFound|Security|NotAllowed|TypeMismatch)Error$/;

export function failureOf(error: unknown): TransferFailure {
  if (!(error instanceof DOMException)) return { code: 'internal' };
  if (error.name === CHANGED) return { code: 'file_changed' };
  return { code: UNREADABLE.test(error.name) ? 'file_unreadable' : 'internal' };
}

const CHANGED = 'InvalidModificationError';

export function fileChangedError(): DOMException {
  return new DOMException('changed', CHANGED);
}

export function startOver(host: Pick<LaneHost, 'apply'>, job: Job): void {
  job.reservationItem = undefined;
  host.apply(job, { type: 'restarted' });
}
