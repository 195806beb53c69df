import type { ConflictRule, NodeId } from '@coffer/contracts';
import { err, type Result } from '@coffer/kit';
import { createFolderPlan, type FolderPlan } from './folder-plan.ts';
import {
  isEnded,
  isRunning,
  next,
  type Transfer,
  type TransferEvent,
  type TransferFailure,
} from './machine.ts';
import { createPermits, type Permits } from './permits.ts';
import type { TransferPorts } from './ports.ts';
import { isPassing } from './send-part.ts';
import { type Reservation, type UploadObserver, type UploadOutcome, uploadFile } from './upload-file.ts';

/** A file or an (empty) folder to bring up, with the folders it lies in. */
export type Entry =
  | { readonly kind: 'file'; readonly path: readonly string[]; readonly file: File }
  | { readonly kind: 'folder'; readonly path: readonly string[] };

/** Runs uploads: a few files at a time, parts bounded over all of them. Lives as long as the page, outside React. */
export interface TransferEngine {
  /** Brings `entries` into a folder. Returns the id of the batch. */
  add(targetId: NodeId, entries: readonly Entry[]): string;
  pause(id: string): void;
  resume(id: string): void;
  retry(id: string): void;
  cancel(id: string): void;
  pauseAll(): void;
  resumeAll(): void;
  retryAll(): void;
  cancelAll(): void;
  /** Decides a name conflict; `forBatch` decides all present and coming ones of its batch. */
  decide(id: string, conflict: ConflictRule, forBatch: boolean): void;
  /** Takes ended transfers off the list. */
  clear(): void;
  /** Sign-out: stops everything at once and forgets it. */
  wipe(): void;
  /** A snapshot that is replaced, never changed. */
  list(): readonly Transfer[];
  subscribe(listener: () => void): () => void;
  /** Called after a file or folder has become visible in `folderId`. */
  onArrival(listener: (folderId: NodeId) => void): () => void;
}

const FILES_AT_ONCE = 4;
const PARTS_AT_ONCE = 4;
const FINISHED_KEPT = 1_000;

interface Job {
  transfer: Transfer;
  readonly file: File | undefined;
  readonly folderPath: readonly string[];
  readonly batch: Batch;
  reservation: Reservation;
  abort: AbortController;
}

interface Batch {
  readonly id: string;
  readonly folders: FolderPlan;
  conflict: ConflictRule;
}

export function createTransferEngine(ports: TransferPorts): TransferEngine {
  return new Engine(ports);
}

class Engine implements TransferEngine {
  readonly #ports: TransferPorts & { readonly permits: Permits };
  readonly #jobs = new Map<string, Job>();
  readonly #listeners = new Set<() => void>();
  readonly #arrivals = new Set<(folderId: NodeId) => void>();
  readonly #integrity: UploadObserver['integrity'] = { level: undefined };
  #life = new AbortController();
  #snapshot: readonly Transfer[] | undefined = [];
  #isTold = true;
  #active = 0;

  constructor(ports: TransferPorts) {
    this.#ports = { ...ports, permits: createPermits(PARTS_AT_ONCE) };
  }

  add(targetId: NodeId, entries: readonly Entry[]): string {
    const batch: Batch = {
      id: this.#ports.newId(),
      folders: createFolderPlan(this.#ports, targetId, this.#life.signal),
      conflict: 'ask',
    };
    for (const entry of entries) {
      const id = this.#ports.newId();
      this.#jobs.set(id, {
        transfer: {
          id,
          batchId: batch.id,
          name: entry.path.at(-1) ?? '',
          path: entry.path,
          sizeBytes: entry.kind === 'file' ? entry.file.size : 0,
          phase: 'queued',
          sentBytes: 0,
          conflict: 'ask',
          uploadId: undefined,
          node: undefined,
          failure: undefined,
        },
        file: entry.kind === 'file' ? entry.file : undefined,
        folderPath: entry.kind === 'file' ? entry.path.slice(0, -1) : entry.path,
        batch,
        reservation: this.#newReservation(),
        abort: new AbortController(),
      });
    }
    this.#changed();
    this.#fill();
    return batch.id;
  }

  pause(id: string): void {
    this.#interrupt(id, { type: 'paused' });
  }

  resume(id: string): void {
    this.#apply(id, { type: 'resumed' });
    this.#fill();
  }

  retry(id: string): void {
    this.#apply(id, { type: 'retried' });
    this.#fill();
  }

  cancel(id: string): void {
    const job = this.#jobs.get(id);
    if (job === undefined || isEnded(job.transfer)) return;
    this.#interrupt(id, { type: 'cancelled' });
    void this.#freeRoom(job);
  }

  pauseAll(): void {
    for (const id of this.#jobs.keys()) this.pause(id);
  }

  resumeAll(): void {
    for (const id of this.#jobs.keys()) this.#apply(id, { type: 'resumed' });
    this.#fill();
  }

  retryAll(): void {
    for (const id of this.#jobs.keys()) this.#apply(id, { type: 'retried' });
    this.#fill();
  }

  cancelAll(): void {
    for (const id of this.#jobs.keys()) this.cancel(id);
  }

  decide(id: string, conflict: ConflictRule, forBatch: boolean): void {
    const chosen = this.#jobs.get(id);
    if (chosen === undefined) return;
    if (forBatch) chosen.batch.conflict = conflict;
    for (const [other, job] of this.#jobs) {
      if (other !== id && !(forBatch && job.batch === chosen.batch)) continue;
      if (job.transfer.phase === 'conflict') job.reservation = this.#newReservation();
      this.#apply(other, { type: 'decided', conflict });
    }
    this.#fill();
  }

  clear(): void {
    for (const [id, job] of this.#jobs) if (isEnded(job.transfer)) this.#jobs.delete(id);
    this.#changed();
  }

  wipe(): void {
    this.#life.abort(new DOMException('signed out', 'AbortError'));
    this.#life = new AbortController();
    for (const job of this.#jobs.values()) job.abort.abort(new DOMException('signed out', 'AbortError'));
    this.#jobs.clear();
    this.#changed();
  }

  list(): readonly Transfer[] {
    this.#snapshot ??= Array.from(this.#jobs.values(), (job) => job.transfer);
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onArrival(listener: (folderId: NodeId) => void): () => void {
    this.#arrivals.add(listener);
    return () => this.#arrivals.delete(listener);
  }

  /** The room is freed at once; if one of the calls is lost, the reservation expires by itself. */
  async #freeRoom({ transfer, reservation }: Job): Promise<void> {
    const { api } = this.#ports;
    if (transfer.uploadId !== undefined) {
      await api.abortUpload(transfer.uploadId);
      return;
    }
    if (reservation.request === undefined) return;
    // It was asked for and the answer did not come: the same question tells which upload it was.
    const { signal } = this.#life;
    const created = await api.createUpload(reservation.request, reservation.key, signal);
    if (signal.aborted || !created.ok || created.value.outcome === 'skipped') return;
    await api.abortUpload(created.value.upload.id);
  }

  #newReservation(): Reservation {
    return { key: this.#ports.newId(), request: undefined };
  }

  #interrupt(id: string, event: TransferEvent): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    const wasRunning = isRunning(job.transfer);
    if (!this.#apply(id, event) || !wasRunning) return;
    job.abort.abort(new DOMException(event.type, 'AbortError'));
    job.abort = new AbortController();
  }

  /** True when the event changed the transfer. */
  #apply(id: string, event: TransferEvent): boolean {
    const job = this.#jobs.get(id);
    if (job === undefined) return false;
    const following = next(job.transfer, event);
    if (following === job.transfer) return false;
    job.transfer = following;
    this.#changed();
    return true;
  }

  #changed(): void {
    this.#snapshot = undefined;
    if (!this.#isTold) return;
    this.#isTold = false;
    // Many small files make hundreds of events a second; nobody reads faster than this.
    this.#ports.later(() => {
      this.#isTold = true;
      for (const listener of this.#listeners) listener();
    });
  }

  #fill(): void {
    for (const job of this.#jobs.values()) {
      if (this.#active >= FILES_AT_ONCE) return;
      if (job.transfer.phase !== 'queued') continue;
      this.#active += 1;
      void this.#run(job).finally(() => {
        this.#active -= 1;
        this.#forgetOldest();
        this.#fill();
      });
    }
  }

  async #run(job: Job): Promise<void> {
    const { id } = job.transfer;
    const { signal } = job.abort;
    if (job.batch.conflict !== 'ask' && job.reservation.request === undefined)
      job.transfer = { ...job.transfer, conflict: job.batch.conflict };
    this.#apply(id, { type: 'started' });
    try {
      const folder = await job.batch.folders.folderAt(job.folderPath);
      signal.throwIfAborted();
      if (!folder.ok) this.#settle(job, folder);
      else if (job.file === undefined)
        this.#arrived(job, folder.value, { id: folder.value, name: job.transfer.name });
      else await this.#upload(job, job.file, folder.value);
    } catch (error) {
      // Paused, cancelled or signed out: the phase says so already.
      if (signal.aborted) return;
      this.#settle(job, err({ code: isUnreadable(error) ? 'file_unreadable' : 'internal' }));
    }
  }

  async #upload(job: Job, file: File, parentId: NodeId): Promise<void> {
    const { signal } = job.abort;
    const { id } = job.transfer;
    const observer: UploadObserver = {
      onReserved: (uploadId) => this.#apply(id, { type: 'reserved', uploadId }),
      onProgress: (sentBytes) => this.#apply(id, { type: 'progressed', sentBytes }),
      onSent: () => this.#apply(id, { type: 'sent' }),
      integrity: this.#integrity,
    };
    const run = (): ReturnType<typeof uploadFile> =>
      uploadFile({
        ports: this.#ports,
        task: {
          file,
          name: job.transfer.name,
          parentId,
          conflict: job.transfer.conflict,
          uploadId: job.transfer.uploadId,
          reservation: job.reservation,
        },
        observer,
        signal,
      });
    let outcome = await run();
    if (!outcome.ok && mustRestart(outcome.error)) {
      // The reservation is gone (expired, aborted elsewhere): once more from the beginning.
      job.reservation = this.#newReservation();
      this.#apply(id, { type: 'restarted' });
      outcome = await run();
    }
    signal.throwIfAborted();
    if (outcome.ok && outcome.value.kind === 'committed') {
      this.#apply(id, { type: 'sent' });
      this.#arrived(job, parentId, outcome.value.node);
    } else this.#settle(job, outcome);
  }

  #arrived(job: Job, folderId: NodeId, node: { readonly id: NodeId; readonly name: string }): void {
    this.#apply(job.transfer.id, { type: 'sent' });
    this.#apply(job.transfer.id, { type: 'committed', node: { id: node.id, name: node.name } });
    for (const listener of this.#arrivals) listener(folderId);
  }

  #settle(job: Job, outcome: Result<UploadOutcome | NodeId, TransferFailure>): void {
    const { id } = job.transfer;
    if (outcome.ok) this.#apply(id, { type: 'skipped' });
    else if (outcome.error.code === 'name_taken') {
      job.reservation = this.#newReservation();
      if (job.transfer.conflict !== 'ask') this.#apply(id, { type: 'failed', failure: outcome.error });
      else {
        this.#apply(id, { type: 'conflicted' });
        // Decided for the batch while the server was asked about this name.
        const { conflict } = job.batch;
        if (conflict !== 'ask') this.#apply(id, { type: 'decided', conflict });
      }
    } else {
      // Behind a failure that passes there may be a reservation whose answer was lost.
      if (!isPassing(outcome.error)) job.reservation = this.#newReservation();
      if (hasEnded(outcome.error)) this.#apply(id, { type: 'restarted' });
      this.#apply(id, { type: 'failed', failure: outcome.error });
    }
  }

  /** A list of ten thousand finished files helps nobody and slows the page. */
  #forgetOldest(): void {
    let surplus = this.#jobs.size - FINISHED_KEPT;
    if (surplus <= 0) return;
    for (const [id, job] of this.#jobs) {
      if (surplus === 0) break;
      if (!isEnded(job.transfer)) continue;
      this.#jobs.delete(id);
      surplus -= 1;
    }
    this.#changed();
  }
}

function mustRestart(failure: TransferFailure): boolean {
  return failure.code === 'upload_expired' || failure.code === 'upload_not_found';
}

/** The server holds nothing of this upload any more. A part that the store refuses ends nothing. */
function hasEnded(failure: TransferFailure): boolean {
  return failure.code === 'checksum_mismatch' && failure.facts?.['state'] === 'failed';
}

function isUnreadable(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    ['NotReadableError', 'NotFoundError', 'SecurityError'].includes(error.name)
  );
}
