import { type ConflictRule, isNodeId, LIMITS, type NodeId, type UploadId } from '@coffer/contracts';
import { err, MINUTE_MS, ok, type Result, SECOND_MS } from '@coffer/kit';
import { createFolderPlan } from './folder-plan.ts';
import { type Batch, createJob, failureOf, folderPathOf, type Job, type LaneHost, startOver } from './job.ts';
import { createCircuitBreakers } from '../../../lib/retry/circuit-breaker.ts';
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
  type TransferFailure,
  type UploadedNode,
} from '../model/machine.ts';
import type { TransferPorts } from '../send/ports.ts';
import { type Reservation, type UploadIds, uploadIdsOf } from '../send/reservation.ts';
import { TransferStore, type TransferView } from '../model/transfer-store.ts';
import { retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import type { HashedFile } from './store-request.ts';
import type { RenewedSignatures } from './renew-signatures.ts';
import { SmallFilesLane } from './small-files.ts';
import type { UploadEntry, FindNewPath, Rename, TransferEngine } from '../model/transfer-engine.ts';
import type { UploadOutcome, UploadPorts } from '../send/upload-run.ts';

const FILM = /\.(?:mp4|m4v|mov|webm|mkv|ogv)$/i;
const FOLDERS_AT_ONCE = 6;
const LARGE_AT_ONCE = 4;
const BACKOFF = { firstMs: 2 * SECOND_MS, maxMs: MINUTE_MS, jitter: 0.5 };

export function createTransferEngine(ports: TransferPorts): TransferEngine {
  return new Engine(ports);
}

class Engine implements TransferEngine, LaneHost {
  readonly ports: UploadPorts;
  readonly jobs = new Map<string, Job>();
  readonly #store: TransferStore;
  readonly #uploadListeners = new Set<() => void>();
  readonly #queues = { folder: new Set<Job>(), small: new Set<Job>(), large: new Set<Job>() };
  readonly #small: SmallFilesLane;
  #interrupted: InterruptedUploads | undefined;
  /** Latest first. */
  #newPaths: readonly FindNewPath[] = [];
  readonly #active = { folder: 0, large: 0 };
  #session = new AbortController();

  constructor(ports: TransferPorts) {
    const breakers = createCircuitBreakers(ports, BACKOFF, (failure) => this.#store.setOutage(failure));
    this.ports = { ...ports, slots: createUploadSlots(ports.now), breakers };
    this.#store = new TransferStore(ports.schedule);
    ports.onRetryHint(() => this.#retryNow());
    this.#small = new SmallFilesLane(this, this.#queues.small);
  }

  get session(): AbortSignal {
    return this.#session.signal;
  }

  add(targetId: NodeId, entries: readonly UploadEntry[], roots: readonly FileSystemHandle[] = []): string {
    const batch: Batch = {
      id: this.ports.newId(),
      folders: createFolderPlan(this.ports, targetId, this.session),
      decision: undefined,
    };
    const safe = new Set(roots.map(({ name }) => name));
    const recorded = new Map<number, JournalEntry>();
    for (const [number, entry] of entries.entries()) {
      const details = journalEntryOf(entry);
      recorded.set(number, details);
      const given =
        entry.kind === 'file'
          ? { openFile: () => Promise.resolve(entry.file), survivesReload: safe.has(entry.path[0] ?? '') }
          : {};
      this.addJob(createJob({ id: this.ports.newId(), batch, number }, details, given));
    }
    this.ports.journal().addBatch({ id: batch.id, targetId, roots, entries: recorded });
    this.runQueued();
    return batch.id;
  }

  async restore(): Promise<void> {
    const { session } = this;
    const code = await import('./interrupted-uploads.ts');
    if (session.aborted) return;
    this.#interrupted ??= new code.InterruptedUploads(this);
    await this.#interrupted.restore();
  }

  matchFiles(files: readonly File[]): number {
    return this.#interrupted?.matchFiles(files) ?? 0;
  }

  async resumeWithPermission(): Promise<void> {
    await this.#interrupted?.resumeWithPermission();
  }

  pause(id: string): void {
    this.#withJob(id, (job) => this.#interrupt(job, { type: 'paused' }));
  }

  resume(id: string): void {
    this.#withJob(id, (job) => this.apply(job, { type: 'resumed' }));
    this.runQueued();
  }

  retry(id: string): void {
    this.#withJob(id, (job) => this.#retry(job));
    this.#retryNow();
    this.runQueued();
  }

  rename(batchId: string, renamings: readonly Rename[], pathOf: FindNewPath): void {
    this.ports.journal().recordRenames(batchId, renamings);
    this.#newPaths = [pathOf, ...this.#newPaths];
    for (const job of this.jobs.values()) this.#rename(job);
    this.runQueued();
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
    if (forBatch) chosen.batch.decision = { conflict };
    for (const waiting of this.#store.inPhase('conflict')) {
      if (waiting.id !== id && !(forBatch && waiting.batchId === chosen.batch.id)) continue;
      this.#withJob(waiting.id, (job) => this.apply(job, { type: 'decided', conflict }));
    }
    this.runQueued();
  }

  clear(): void {
    for (const { id } of this.failed()) this.cancel(id);
    for (const { id } of this.#store.clearEnded()) this.jobs.delete(id);
  }

  wipe(): void {
    const reason = new DOMException('signed out', 'AbortError');
    this.#session.abort(reason);
    this.#session = new AbortController();
    for (const job of this.jobs.values()) job.abort.abort(reason);
    this.jobs.clear();
    this.#interrupted?.clear();
    this.#newPaths = [];
    for (const queue of Object.values(this.#queues)) queue.clear();
    this.#small.clear();
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

  apply(job: Job, event: TransferEvent): boolean {
    if (event.type === 'started') this.#applyDecision(job);
    const before = job.transfer;
    const after = next(before, event);
    // After a sign-out the job is unknown.
    if (after === before || !this.jobs.has(before.id)) return false;
    job.transfer = after;
    this.#store.replace(before, after);
    if (before.phase === 'queued' || after.phase === 'queued') this.requeue(job);
    if (isEnded(after)) this.ports.journal().markFinished(job.batch.id, job.number);
    return true;
  }

  setCommitted(job: Job, { id, spaceId, name, parentId }: UploadedNode): void {
    this.apply(job, { type: 'sent' });
    this.apply(job, { type: 'committed', node: { id, name, parentId, ...(spaceId && { spaceId }) } });
    for (const listener of this.#uploadListeners) listener();
    if (job.openFile !== undefined && FILM.test(name)) this.ports.film?.(id, job.openFile);
    this.#dropOldestEnded();
  }

  setOutcome(job: Job, outcome: Result<UploadOutcome | NodeId, TransferFailure>): void {
    if (outcome.ok) this.apply(job, { type: 'skipped' });
    else if (isNameConflict(outcome.error) && job.transfer.conflict === 'ask') {
      job.reservationItem = undefined;
      this.apply(job, { type: 'conflicted', existingId: existingIdOf(outcome.error) });
      // The person decided for the batch during the call.
      const decision = decisionFor(job);
      if (decision !== undefined) this.apply(job, { type: 'decided', ...decision });
    } else {
      if (job.transfer.uploadId === undefined) job.reservationItem = undefined;
      if (isUploadFailed(outcome.error)) startOver(this, job);
      this.apply(job, { type: 'failed', failure: outcome.error });
      this.#rename(job);
    }
    this.runQueued();
  }

  runQueued(): void {
    for (const [lane, most] of [['folder', FOLDERS_AT_ONCE] as const, ['large', LARGE_AT_ONCE] as const]) {
      for (const job of this.#queues[lane]) {
        if (this.#active[lane] >= most) break;
        this.#active[lane] += 1;
        void this.#run(job).finally(() => {
          this.#active[lane] -= 1;
          this.runQueued();
        });
      }
    }
    this.#small.runQueued();
  }

  async recordRequest(
    { key, requests }: Reservation,
    jobs: readonly Job[],
  ): Promise<(uploadIds: UploadIds) => void> {
    const journal = this.ports.journal();
    const batchId = jobs[0]?.batch.id ?? '';
    const request = { key, requests, numbers: jobs.map(({ number }) => number) };
    await journal.recordRequest(batchId, request);
    return (uploadIds) => journal.recordAnswer(batchId, { ...request, uploadIds });
  }

  async renewSignatures(hashed: readonly HashedFile[]): Promise<RenewedSignatures | undefined> {
    return await this.#interrupted?.renewSignatures(hashed);
  }

  addJob(job: Job): void {
    this.jobs.set(job.transfer.id, job);
    this.#store.add(job.transfer);
    this.requeue(job);
  }

  requeue(job: Job): void {
    for (const queue of Object.values(this.#queues)) queue.delete(job);
    if (job.transfer.phase === 'queued') this.#queues[laneOf(job)].add(job);
  }

  #retryNow(): void {
    for (const breaker of Object.values(this.ports.breakers)) breaker.retryNow();
  }

  #withJob(id: string, act: (job: Job) => void): void {
    const job = this.jobs.get(id);
    if (job !== undefined) act(job);
  }

  #rename(job: Job): void {
    for (const pathOf of this.#newPaths) {
      const path = pathOf(job.transfer);
      if (path === undefined) continue;
      job.supersededDecision = job.batch.decision;
      this.#retry(job, { path, name: path.at(-1) ?? '', conflict: 'ask' });
    }
  }

  #retry(job: Job, renamed?: Pick<Transfer, 'name' | 'path' | 'conflict'>): void {
    job.requeues = 0;
    this.apply(job, { type: 'retried', ...renamed });
  }

  /** A reservation expires if one of these calls is lost. */
  async #abortUpload({ transfer, reservationItem }: Job): Promise<void> {
    let uploadId: UploadId | null | undefined = transfer.uploadId;
    if (uploadId === undefined && reservationItem !== undefined) {
      // The answer was lost: repeating the request returns the upload's id.
      const [answer] = await Promise.allSettled([reservationItem.reservation.send(this.session)]);
      if (answer.status === 'fulfilled' && answer.value.ok)
        uploadId = uploadIdsOf(answer.value.value)[reservationItem.index];
    }
    if (!uploadId) return;
    await this.ports.api.abortUpload(uploadId);
    for (const listener of this.#uploadListeners) listener();
  }

  #interrupt(job: Job, event: TransferEvent): void {
    const wasRunning = isRunning(job.transfer);
    if (!this.apply(job, event) || !wasRunning) return;
    job.abort.abort(new DOMException(event.type, 'AbortError'));
    job.abort = new AbortController();
  }

  async #run(job: Job): Promise<void> {
    const { signal } = job.abort;
    this.apply(job, { type: 'started' });
    try {
      const folder = await job.batch.folders.folderAt(folderPathOf(job));
      signal.throwIfAborted();
      if (!folder.ok) this.setOutcome(job, folder);
      else if (job.kind === 'folder') {
        const spaceId = job.batch.folders.spaceId();
        const { name } = job.transfer;
        this.setCommitted(job, { id: folder.value, name, parentId: null, ...(spaceId && { spaceId }) });
      } else await this.#runSingle(job, folder.value);
    } catch (error) {
      // Paused, cancelled or signed out: the phase is already set.
      if (!signal.aborted) this.setOutcome(job, err(failureOf(error)));
    }
  }

  /** Loads the single-file code on first use. While the server is unreachable, the import is retried. */
  async #runSingle(job: Job, folderId: NodeId): Promise<void> {
    const { signal } = job.abort;
    const fetchCode = async () => {
      const [imported] = await Promise.allSettled([import('./single-file.ts')]);
      if (imported.status === 'fulfilled') return ok(imported.value);
      const answer = await this.ports.api.listUploads(signal);
      return answer.ok ? err({ code: 'internal' }) : answer;
    };
    const code = await retryUntilAvailable({ ports: this.ports, signal }, fetchCode, () => true);
    if (code.ok) await code.value.uploadSingleFile(this, job, folderId);
    else this.setOutcome(job, code);
  }

  /** A decision for the batch applies to names that were not checked yet. */
  #applyDecision(job: Job): void {
    if (job.reservationItem === undefined) job.transfer = { ...job.transfer, ...decisionFor(job) };
  }

  #dropOldestEnded(): void {
    for (const { id } of this.#store.dropOldestEnded()) this.jobs.delete(id);
  }
}

function decisionFor({ batch, supersededDecision }: Job): Job['supersededDecision'] {
  return batch.decision === supersededDecision ? undefined : batch.decision;
}

/** Small files with nothing stored are batched; files that were reserved before are resumed one by one. */
function laneOf(job: Job): 'folder' | 'small' | 'large' {
  if (job.kind === 'folder') return 'folder';
  const isNew =
    job.reservationItem === undefined && job.transfer.uploadId === undefined && job.requeues === 0;
  const isWhole = isNew || job.declaredChecksums !== undefined;
  return isWhole && job.transfer.sizeBytes <= LIMITS.multipartAboveBytes ? 'small' : 'large';
}

function journalEntryOf(entry: UploadEntry): JournalEntry {
  const { kind, path } = entry;
  const file = kind === 'file' ? entry.file : undefined;
  return { kind, path, sizeBytes: file?.size ?? 0, modifiedMs: file?.lastModified ?? 0 };
}

/** Only the file's own name can be decided, not that of a folder above it. */
function isNameConflict({ code, at }: TransferFailure): boolean {
  return code === 'name_taken' && at === undefined;
}

function existingIdOf({ facts }: TransferFailure): NodeId | undefined {
  const id = String(facts?.['existing_id']);
  return isNodeId(id) ? id : undefined;
}

/** The server has dropped the upload. A single part that the store refuses does not end it. */
function isUploadFailed(failure: TransferFailure): boolean {
  return failure.code === 'checksum_mismatch' && failure.facts?.['state'] === 'failed';
}
