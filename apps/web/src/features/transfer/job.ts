import type { ConflictRule, NodeView, PartChecksums } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { FolderPlan } from './folder-plan.ts';
import type { Transfer, TransferEvent, TransferFailure } from './machine.ts';
import type { Place, Reservation, UploadIds } from './reservation.ts';
import type { UploadOutcome, UploadPorts, UploadTask } from './upload-run.ts';

/** Gives the file when its turn comes, where there is one. Rejects as the browser does when it cannot be read. */
export type Source = () => Promise<File | undefined>;

/** A transfer with what it takes to run it. */
export interface Job {
  transfer: Transfer;
  readonly kind: 'file' | 'folder';
  readonly batch: Batch;
  /** Its place in the batch. */
  readonly number: number;
  /** Undefined for a folder, and for an upload whose file is not at hand. */
  source: Source | undefined;
  /** Where the answer to its reservation stands, once that was asked for. */
  place?: Place | undefined;
  /** The page that began it is gone: what the store holds is compared with the file before anything goes on. */
  isSame?: UploadTask['isSame'];
  /** What was declared of it before, where the store has nothing of it: as it is it can go with others, as if it were new. */
  declared?: PartChecksums | undefined;
  /** The server found something wrong with what was asked: perhaps that a checksum was missing. */
  isDoubted?: boolean;
  /** It got another name since this was decided for its batch. */
  outdated?: Batch['decision'];
  /** How often it came back to the queue by itself. */
  returns: number;
  abort: AbortController;
}

/** What was brought at once, into one folder. */
export interface Batch {
  readonly id: string;
  readonly folders: FolderPlan;
  /** What the person has said last about all names that are taken. */
  decision: Decision | undefined;
}

/** Known by itself: the same answer may be given twice. */
interface Decision {
  readonly conflict: ConflictRule;
}

/** What the lanes of the engine need of it. */
export interface LaneHost {
  readonly ports: UploadPorts;
  /** Ends with the sign-out. */
  readonly life: AbortSignal;
  /** True when the event changed the transfer. */
  apply(job: Job, event: TransferEvent): boolean;
  settle(job: Job, outcome: Result<UploadOutcome, TransferFailure>): void;
  arrived(job: Job, node: Pick<NodeView, 'id' | 'name'>): void;
  /** Does whatever can be done now, in every lane. */
  pump(): void;
  /** Writes down what will be asked, before it is asked. What it resolves to writes down what was answered. */
  asking(reservation: Reservation, jobs: readonly Job[]): Promise<(uploadIds: UploadIds) => void>;
}

/** A job as it begins; what is known of it from before is in `given`. */
export function createJob(
  place: { readonly id: string; readonly batch: Batch; readonly number: number },
  entry: { readonly kind: 'file' | 'folder'; readonly path: readonly string[]; readonly sizeBytes: number },
  given: Partial<Transfer> & { readonly source?: Source },
): Job {
  const { id, batch, number } = place;
  const { kind, path, sizeBytes } = entry;
  const { source, ...known } = given;
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
      lack: undefined,
      isSafe: kind === 'folder',
      ...known,
    },
    kind,
    batch,
    number,
    source,
    returns: 0,
    abort: new AbortController(),
  };
}

/** The folders that it lies in, or is: below the target of its batch. */
export function folderPathOf({ kind, transfer: { path } }: Job): readonly string[] {
  return kind === 'file' ? path.slice(0, -1) : path;
}

const UNREADABLE = /^(NotReadable|NotFound|Security|NotAllowed|TypeMismatch)Error$/;

/** What a job that ran into an exception is told to have met. */
export function faultOf(error: unknown): TransferFailure {
  if (!(error instanceof DOMException)) return { code: 'internal' };
  if (error.name === CHANGED) return { code: 'file_changed' };
  return { code: UNREADABLE.test(error.name) ? 'file_unreadable' : 'internal' };
}

const CHANGED = 'InvalidModificationError';

/** The file is not the one that was begun. */
export function changedFile(): DOMException {
  return new DOMException('changed', CHANGED);
}

/** From the beginning: of what was reserved nothing is left. */
export function startOver(host: Pick<LaneHost, 'apply'>, job: Job): void {
  job.place = undefined;
  host.apply(job, { type: 'restarted' });
}

/** The reservation is gone: it has expired, or was given up elsewhere. */
export function isGone({ code }: TransferFailure): boolean {
  return code === 'upload_expired' || code === 'upload_not_found';
}

/** The upload is still open: parts that are missing or damaged can be sent again. */
export function isRepairable(failure: TransferFailure): boolean {
  if (failure.code === 'upload_incomplete') return true;
  return failure.code === 'checksum_mismatch' && failure.facts?.['state'] === 'uploading';
}
