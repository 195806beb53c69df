import type { ConflictRule, NodeId } from '@coffer/contracts';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { abortUpload } from './abort-upload.ts';
import { createFolderPlan } from './folder-plan.ts';
import { type Batch, createJob, decisionFor, type Job, laneOf, noteChange } from './job.ts';
import type { JobEvent, LanePort, Outcome } from './lane-port.ts';
import { OneByOneLane } from './one-by-one.ts';
import { createCircuitBreakers } from '../../../lib/retry/circuit-breaker.ts';
import { rootsByName } from '../journal/file-handles.ts';
import type { JournalEntry } from '../journal/upload-journal.ts';
import type { InterruptedUploads } from './interrupted-uploads.ts';
import { createUploadSlots } from '../send/upload-slots.ts';
import {
  isEnded,
  isRunning,
  isWorthRetrying,
  next,
  type Transfer,
  type TransferEvent,
  type UploadedNode,
} from '../model/machine.ts';
import type { TransferPorts } from '../send/ports.ts';
import { hashWithCode } from '../send/hash-with-code.ts';
import { TransferStore, type TransferView } from '../model/transfer-store.ts';
import { SmallFilesLane } from './small-files.ts';
import type { UploadEntry, FindNewPath, Rename, TransferEngine } from '../model/transfer-engine.ts';
import type { UploadPorts } from '../send/upload-run.ts';
import { existingIdOf, isNameConflict, isUploadFailed } from '../send/failures.ts';

const VIDEO = /\.(?:mp4|m4v|mov|webm|mkv|ogv)$/i;
const BACKOFF = { firstMs: 2 * SECOND_MS, maxMs: MINUTE_MS, jitter: 0.5 };

export function createTransferEngine(ports: TransferPorts): TransferEngine {
  return new Engine(ports);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The state between sign-in and sign-out, which ends everything in it. */
interface Session {
  readonly abort: AbortController;
  readonly port: LanePort;
  readonly lanes: readonly { runQueued(): void }[];
  interrupted: InterruptedUploads | undefined;
}

/** Only the engine changes jobs: on commands of the person, and on events from the lanes that run the jobs. */
class Engine implements TransferEngine {
  readonly jobs = new Map<string, Job>();
  readonly #ports: UploadPorts;
  readonly #store: TransferStore;
  readonly #uploadListeners = new Set<() => void>();
  readonly #queues = { folder: new Set<Job>(), small: new Set<Job>(), large: new Set<Job>() };
  /** The latest renames come first. */
  #newPaths: readonly FindNewPath[] = [];
  #isRunScheduled = false;
  #session: Session;

  constructor(ports: TransferPorts) {
    const breakers = createCircuitBreakers(ports, BACKOFF, (failure) => this.#store.setOutage(failure));
    this.#ports = {
      ...ports,
      hash: hashWithCode({ ...ports, breakers }),
      slots: createUploadSlots(ports.now),
      breakers,
    };
    this.#store = new TransferStore(ports.schedule);
    this.#session = this.#startSession();
    ports.onRetryHint(() => this.#retryNow());
  }

  add(targetId: NodeId, entries: readonly UploadEntry[], roots: readonly FileSystemHandle[] = []): string {
    return this.#addBatch(targetId, entries, { roots, decision: undefined });
  }

  addImported(targetId: NodeId, entries: readonly UploadEntry[]): string {
    return this.#addBatch(targetId, entries, { roots: [], decision: { conflict: 'replace' } });
  }

  #addBatch(
    targetId: NodeId,
    entries: readonly UploadEntry[],
    { roots, decision }: Pick<Batch, 'decision'> & { readonly roots: readonly FileSystemHandle[] },
  ): string {
    const batch: Batch = {
      id: this.#ports.newId(),
      targetId,
      folders: createFolderPlan(this.#ports, targetId, this.#session.abort.signal),
      decision,
    };
    const rootNames = rootsByName(roots);
    const recorded = new Map<number, JournalEntry>();
    for (const [number, entry] of entries.entries()) {
      const details = journalEntryOf(entry);
      recorded.set(number, details);
      const initial =
        entry.kind === 'file'
          ? {
              openFile: entry.lazy?.open ?? (() => Promise.resolve(entry.file)),
              survivesReload: rootNames.has(entry.path[0] ?? ''),
            }
          : {};
      this.#add(createJob({ id: this.#ports.newId(), batch, number }, details, initial));
    }
    this.#ports
      .journal()
      .addBatch({ id: batch.id, targetId, roots, entries: recorded, decision: decision?.conflict });
    return batch.id;
  }

  async restore(): Promise<void> {
    const session = this.#session;
    const { InterruptedUploads } = await import('./interrupted-uploads.ts');
    if (session.abort.signal.aborted) return;
    session.interrupted ??= new InterruptedUploads(session.port, this.jobs);
    await session.interrupted.restore();
  }

  matchFiles(files: readonly File[]): number {
    return this.#session.interrupted?.matchFiles(files) ?? 0;
  }

  async resumeWithPermission(): Promise<void> {
    await this.#session.interrupted?.resumeWithPermission();
  }

  pause(id: string): void {
    this.#withJob(id, (job) => this.#interrupt(job, { type: 'paused' }));
  }

  resume(id: string): void {
    this.#withJob(id, (job) => this.#apply(job, { type: 'resumed' }));
  }

  retry(id: string): void {
    this.#withJob(id, (job) => this.#retry(job));
    this.#retryNow();
  }

  rename(batchId: string, renamings: readonly Rename[], pathOf: FindNewPath): void {
    this.#ports.journal().recordRenames(batchId, renamings);
    this.#newPaths = [pathOf, ...this.#newPaths];
    for (const job of this.jobs.values()) this.#rename(job);
  }

  failed(): readonly Transfer[] {
    return this.#store.inPhase('failed');
  }

  cancel(id: string): void {
    this.#withJob(id, (job) => {
      if (isEnded(job.transfer)) return;
      this.#interrupt(job, { type: 'cancelled' });
      void this.#abortUpload(job);
    });
    this.#dropOldestEnded();
  }

  pauseAll(): void {
    for (const job of this.jobs.values()) this.#interrupt(job, { type: 'paused' });
  }

  resumeAll(): void {
    for (const { id } of this.#store.inPhase('paused')) this.resume(id);
  }

  retryAll(): void {
    this.#retryNow();
    for (const transfer of this.failed()) if (isWorthRetrying(transfer)) this.retry(transfer.id);
  }

  cancelAll(): void {
    for (const id of this.jobs.keys()) this.cancel(id);
  }

  decide(id: string, conflict: ConflictRule, forBatch: boolean): void {
    const chosen = this.jobs.get(id);
    if (chosen === undefined) return;
    if (forBatch) {
      chosen.batch.decision = { conflict };
      this.#ports.journal().recordDecision(chosen.batch.id, conflict);
    }
    for (const waiting of this.#store.inPhase('conflict')) {
      if (waiting.id !== id && !(forBatch && waiting.batchId === chosen.batch.id)) continue;
      this.#withJob(waiting.id, (job) => this.#apply(job, { type: 'decided', conflict }));
    }
    this.#dropOldestEnded();
  }

  clear(): void {
    for (const { id } of this.failed()) this.cancel(id);
    this.clearEnded();
  }

  clearEnded(): void {
    for (const { id } of this.#store.clearEnded()) this.jobs.delete(id);
  }

  wipe(): void {
    const reason = new DOMException('signed out', 'AbortError');
    this.#session.abort.abort(reason);
    this.#session = this.#startSession();
    for (const job of this.jobs.values()) job.abort.abort(reason);
    this.jobs.clear();
    this.#newPaths = [];
    for (const queue of Object.values(this.#queues)) queue.clear();
    this.#store.clear();
  }

  view(): TransferView {
    return this.#store.view();
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  onUploaded(listener: () => void): () => void {
    this.#uploadListeners.add(listener);
    return () => this.#uploadListeners.delete(listener);
  }

  #startSession(): Session {
    const abort = new AbortController();
    const report = (job: Job, event: JobEvent): void => {
      if (!abort.signal.aborted) this.#handle(job, event);
    };
    const port = { ports: this.#ports, session: abort.signal, report };
    const { small, ...others } = this.#queues;
    const lanes = [new OneByOneLane(port, others), new SmallFilesLane(port, small)];
    return { abort, port, lanes, interrupted: undefined };
  }

  #add(job: Job): void {
    this.jobs.set(job.transfer.id, job);
    this.#store.add(job.transfer);
    this.#queue(job);
  }

  #handle(job: Writable<Job>, event: JobEvent): void {
    switch (event.type) {
      case 'found':
        return this.#add(job);
      case 'requested':
        job.reservationItem = event.reservationItem;
        return;
      case 'declared':
        job.declaredChecksums = event.checksums;
        return this.#queue(job);
      case 'unblocked':
        job.openFile = event.openFile;
        return void this.#apply(job, { type: 'unblocked' });
      case 'restarted':
        return this.#restart(job);
      case 'deferred':
        job.declaredChecksums = undefined;
        if (event.isRefused) job.reservationItem = undefined;
        if (event.needsMd5) job.needsMd5 = true;
        if (event.isRetry) job.requeues += 1;
        return void this.#apply(job, { type: 'deferred' });
      case 'ended':
        job.declaredChecksums = undefined;
        return this.#end(job, event.outcome);
      case 'started':
        // A decision for this file has precedence over the decision for its batch.
        if (job.reservationItem === undefined && job.transfer.conflict === 'ask')
          job.transfer = { ...job.transfer, ...decisionFor(job) };
        return void this.#apply(job, event);
      case 'reserved':
        job.declaredChecksums = undefined;
        return void this.#apply(job, event);
      case 'progressed':
      case 'sent':
      case 'lost':
      case 'blocked':
      case 'cancelled':
        return void this.#apply(job, event);
    }
  }

  /** Returns whether the event changed the transfer. */
  #apply(job: Writable<Job>, event: TransferEvent): boolean {
    const before = job.transfer;
    const after = next(before, event);
    // After a sign-out the engine no longer has the job.
    if (after === before || !this.jobs.has(before.id)) return false;
    job.transfer = after;
    this.#store.replace(before, after);
    if (before.phase === 'queued' || after.phase === 'queued') this.#queue(job);
    noteChange(this.#ports.journal(), job, before);
    return true;
  }

  #end(job: Writable<Job>, outcome: Outcome): void {
    if (outcome.ok) {
      if (outcome.value.kind === 'skipped') {
        this.#apply(job, { type: 'skipped' });
        this.#dropOldestEnded();
      } else this.#commit(job, outcome.value.node);
    } else if (isNameConflict(outcome.error) && job.transfer.conflict === 'skip') {
      // Guests get the refusal in place of an existing item, which they may not see.
      job.reservationItem = undefined;
      this.#apply(job, { type: 'skipped' });
      this.#dropOldestEnded();
    } else if (isNameConflict(outcome.error) && job.transfer.conflict === 'ask') {
      job.reservationItem = undefined;
      this.#apply(job, { type: 'conflicted', existingId: existingIdOf(outcome.error) });
      // During the call, the person may have decided for the whole batch.
      const decision = decisionFor(job);
      if (decision !== undefined) this.#apply(job, { type: 'decided', ...decision });
    } else {
      if (job.transfer.uploadId === undefined) job.reservationItem = undefined;
      if (isUploadFailed(outcome.error)) this.#restart(job);
      this.#apply(job, { type: 'failed', failure: outcome.error });
      this.#rename(job);
    }
  }

  #commit(job: Job, { id, spaceId, name, parentId }: UploadedNode): void {
    this.#apply(job, { type: 'sent' });
    this.#apply(job, { type: 'committed', node: { id, name, parentId, ...(spaceId && { spaceId }) } });
    for (const listener of this.#uploadListeners) listener();
    if (job.openFile !== undefined && VIDEO.test(name)) this.#ports.onVideoUploaded?.(id, job.openFile);
    this.#dropOldestEnded();
  }

  #restart(job: Writable<Job>): void {
    job.reservationItem = undefined;
    this.#apply(job, { type: 'restarted' });
  }

  #queue(job: Job): void {
    for (const queue of Object.values(this.#queues)) queue.delete(job);
    if (job.transfer.phase !== 'queued') return;
    this.#queues[laneOf(job)].add(job);
    this.#scheduleRun();
  }

  /** Deferred, so that jobs queued together start together and small files fill a batch. */
  #scheduleRun(): void {
    if (this.#isRunScheduled) return;
    this.#isRunScheduled = true;
    queueMicrotask(() => {
      this.#isRunScheduled = false;
      for (const lane of this.#session.lanes) lane.runQueued();
    });
  }

  #retryNow(): void {
    for (const breaker of Object.values(this.#ports.breakers)) breaker.retryNow();
  }

  #withJob(id: string, act: (job: Job) => void): void {
    const job = this.jobs.get(id);
    if (job !== undefined) act(job);
  }

  #rename(job: Writable<Job>): void {
    for (const pathOf of this.#newPaths) {
      const path = pathOf(job.transfer);
      if (path === undefined) continue;
      job.supersededDecision = job.batch.decision;
      this.#retry(job, { path, name: path.at(-1) ?? '', conflict: 'ask' });
    }
  }

  #retry(job: Writable<Job>, renamed?: Pick<Transfer, 'name' | 'path' | 'conflict'>): void {
    job.requeues = 0;
    this.#apply(job, { type: 'retried', ...renamed });
  }

  async #abortUpload(job: Job): Promise<void> {
    if (!(await abortUpload(this.#ports, job, this.#session.abort.signal))) return;
    for (const listener of this.#uploadListeners) listener();
  }

  #interrupt(job: Writable<Job>, event: TransferEvent): void {
    const wasRunning = isRunning(job.transfer);
    if (!this.#apply(job, event) || !wasRunning) return;
    job.abort.abort(new DOMException(event.type, 'AbortError'));
    job.abort = new AbortController();
  }

  #dropOldestEnded(): void {
    for (const { id } of this.#store.dropOldestEnded()) this.jobs.delete(id);
  }
}

function journalEntryOf(entry: UploadEntry): JournalEntry {
  const { kind, path } = entry;
  const file = kind === 'file' ? entry.file : undefined;
  const { sizeBytes = file?.size ?? 0, modifiedMs = file?.lastModified ?? 0 } =
    (kind === 'file' ? entry.lazy : undefined) ?? {};
  return { kind, path, sizeBytes, modifiedMs };
}
