import { type ConflictRule, LIMITS, type NodeId, type PartChecksums } from '@coffer/contracts';
import type { FolderPlan } from './folder-plan.ts';
import type { FullSpace, UploadJournal } from '../journal/upload-journal.ts';
import { isEnded, isRefused, isWithoutRoom, type Transfer, type TransferFailure } from '../model/machine.ts';
import type { ReservationItem } from '../send/reservation.ts';
import type { UploadTask } from '../send/upload-run.ts';

/** Opens the file when its upload starts. Rejects with the browser's error if the file cannot be read. */
export type OpenFile = () => Promise<File | undefined>;

/** A transfer and the state needed to run it. Only the engine changes a job, by the events of its lanes. */
export interface Job {
  readonly transfer: Transfer;
  readonly kind: 'file' | 'folder';
  readonly batch: Batch;
  /** Index in the batch. */
  readonly number: number;
  /** Undefined for a folder, and if the file of the upload is not available. */
  readonly openFile: OpenFile | undefined;
  readonly reservationItem?: ReservationItem | undefined;
  /** Set for an upload of an earlier page: stored parts are compared with the file before it resumes. */
  readonly matchesStored?: UploadTask['matchesStored'];
  /**
   * Checksums declared by an earlier page, if the store has no bytes. Such a file can be batched like a new
   * one.
   */
  readonly declaredChecksums?: PartChecksums | undefined;
  /** Set after the server rejected the request, perhaps because an MD5 checksum was missing. */
  readonly needsMd5?: boolean;
  /** The batch decision that does not apply, because the file was renamed after it. */
  readonly supersededDecision?: Batch['decision'];
  /** How often the job was queued again automatically. */
  readonly requeues: number;
  readonly abort: AbortController;
}

/** A job that has left the queue, until it is paused or cancelled. */
export interface StartedJob {
  readonly job: Job;
  readonly signal: AbortSignal;
}

/** Entries that were added together to one folder. */
export interface Batch {
  readonly id: string;
  /** The folder to which the entries were added. */
  readonly targetId: NodeId;
  readonly folders: FolderPlan;
  /** The person's last decision for all taken names. */
  decision: Decision | undefined;
}

/** Compared by identity, because the person may take the same decision twice. */
interface Decision {
  readonly conflict: ConflictRule;
}

export function createJob(
  position: { readonly id: string; readonly batch: Batch; readonly number: number },
  entry: { readonly kind: 'file' | 'folder'; readonly path: readonly string[]; readonly sizeBytes: number },
  initial: Partial<Transfer> & Pick<Partial<Job>, 'openFile' | 'matchesStored' | 'supersededDecision'>,
): Job {
  const { id, batch, number } = position;
  const { kind, path, sizeBytes } = entry;
  const { openFile, matchesStored, supersededDecision, ...known } = initial;
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
    matchesStored,
    supersededDecision,
    requeues: 0,
    abort: new AbortController(),
  };
}

/** The batch decision that applies to the job. Undefined if there is none, or the file was renamed after it. */
export function decisionFor({ batch, supersededDecision }: Job): Job['supersededDecision'] {
  return batch.decision === supersededDecision ? undefined : batch.decision;
}

/**
 * Small files with nothing stored are batched: new ones, and those whose checksums an earlier page declared. All others
 * are sent or resumed one by one.
 */
export function laneOf(job: Job): 'folder' | 'small' | 'large' {
  if (job.kind === 'folder') return 'folder';
  const isNew =
    job.reservationItem === undefined && job.transfer.uploadId === undefined && job.requeues === 0;
  const isWhole = isNew || job.declaredChecksums !== undefined;
  return isWhole && job.transfer.sizeBytes <= LIMITS.multipartAboveBytes ? 'small' : 'large';
}

/** The folders of a file below the target of the batch; for a folder, its own path. */
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

/** Records in the journal what is finished, refused or without room, for the next page. */
export function noteChange(journal: UploadJournal, { batch, number, transfer }: Job, before: Transfer): void {
  if (isEnded(transfer)) journal.markFinished(batch.id, number);
  else if (isRefused(transfer) !== isRefused(before))
    journal.markRefused(batch.id, number, isRefused(transfer));
  else if (isWithoutRoom(transfer) !== isWithoutRoom(before))
    journal.markFull(batch.id, number, fullSpaceOf(transfer));
}

/** The full space that stopped the transfer. Undefined if there was room. */
function fullSpaceOf(transfer: Transfer): FullSpace | undefined {
  if (!isWithoutRoom(transfer)) return undefined;
  const { facts } = transfer.failure ?? {};
  return { space_id: facts?.['space_id'], quota: facts?.['quota'] };
}
