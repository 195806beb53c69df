import { type ConflictRule, LIMITS, type NodeId, type NodeView, type UploadId } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { createFolderPlan } from './folder-plan.ts';
import { type Batch, createJob, faultOf, folderPathOf, type Job, type LaneHost, startOver } from './job.ts';
import { createGate } from './gate.ts';
import type { KeptEntry } from './keep.ts';
import type { Interrupted } from './interrupted.ts';
import { createLines } from './lines.ts';
import {
  isEnded,
  isRunning,
  isWorthRetrying,
  next,
  type Transfer,
  type TransferEvent,
  type TransferFailure,
} from './machine.ts';
import type { TransferPorts } from './ports.ts';
import { type Reservation, type UploadIds, uploadIdsOf } from './reservation.ts';
import { Roster, type TransferView } from './roster.ts';
import { patiently } from './patiently.ts';
import type { Hashed } from './shipment.ts';
import type { Signed } from './sign-again.ts';
import { SmallFiles } from './small-files.ts';
import type { Entry, PathOf, Renaming, TransferEngine } from './transfer-engine.ts';
import type { UploadOutcome, UploadPorts } from './upload-run.ts';

const FOLDERS_AT_ONCE = 6;
const LARGE_AT_ONCE = 4;

export function createTransferEngine(ports: TransferPorts): TransferEngine {
  return new Engine(ports);
}

class Engine implements TransferEngine, LaneHost {
  readonly ports: UploadPorts;
  readonly jobs = new Map<string, Job>();
  readonly #roster: Roster;
  readonly #arrivals = new Set<() => void>();
  /** What waits for its turn, in its order. */
  readonly #queues = { folder: new Set<Job>(), small: new Set<Job>(), large: new Set<Job>() };
  readonly #small: SmallFiles;
  /** Its code comes when there is something to take up. */
  #interrupted: Interrupted | undefined;
  /** Other names, the latest first. */
  #renamed: readonly PathOf[] = [];
  readonly #active = { folder: 0, large: 0 };
  #life = new AbortController();

  constructor(ports: TransferPorts) {
    const changed = (): void => this.#roster.waits(store.failure() ?? server.failure());
    const store = createGate(ports, changed);
    const server = createGate(ports, changed);
    this.ports = { ...ports, lines: createLines(ports.now), gates: { server, store } };
    this.#roster = new Roster(ports.later);
    ports.onReturn(() => this.#hurry());
    this.#small = new SmallFiles(this, this.#queues.small);
  }

  get life(): AbortSignal {
    return this.#life.signal;
  }

  add(targetId: NodeId, entries: readonly Entry[], roots: readonly FileSystemHandle[] = []): string {
    const batch: Batch = {
      id: this.ports.newId(),
      folders: createFolderPlan(this.ports, targetId, this.life),
      decision: undefined,
    };
    const safe = new Set(roots.map(({ name }) => name));
    const kept = new Map<number, KeptEntry>();
    for (const [number, entry] of entries.entries()) {
      const known = keptOf(entry);
      kept.set(number, known);
      const given =
        entry.kind === 'file'
          ? { source: () => Promise.resolve(entry.file), isSafe: safe.has(entry.path[0] ?? '') }
          : {};
      this.enter(createJob({ id: this.ports.newId(), batch, number }, known, given));
    }
    this.ports.keep().begin({ id: batch.id, targetId, roots, entries: kept });
    this.pump();
    return batch.id;
  }

  async takeUp(): Promise<void> {
    const { life } = this;
    const code = await import('./interrupted.ts');
    if (life.aborted) return;
    this.#interrupted ??= new code.Interrupted(this);
    await this.#interrupted.takeUp();
  }

  offer(files: readonly File[]): number {
    return this.#interrupted?.offer(files) ?? 0;
  }

  async goOn(): Promise<void> {
    await this.#interrupted?.goOn();
  }

  pause(id: string): void {
    this.#withJob(id, (job) => this.#interrupt(job, { type: 'paused' }));
  }

  resume(id: string): void {
    this.#withJob(id, (job) => this.apply(job, { type: 'resumed' }));
    this.pump();
  }

  retry(id: string): void {
    this.#withJob(id, (job) => this.#retry(job));
    this.#hurry();
    this.pump();
  }

  rename(batchId: string, renamings: readonly Renaming[], pathOf: PathOf): void {
    this.ports.keep().renamed(batchId, renamings);
    this.#renamed = [pathOf, ...this.#renamed];
    for (const job of this.jobs.values()) this.#rename(job);
    this.pump();
  }

  failed(): readonly Transfer[] {
    return this.#roster.inPhase('failed');
  }

  cancel(id: string): void {
    this.#withJob(id, (job) => {
      if (isEnded(job.transfer)) return;
      this.#interrupt(job, { type: 'cancelled' });
      void this.#freeRoom(job);
    });
    this.#forgetOldest();
  }

  pauseAll(): void {
    for (const job of this.jobs.values()) this.#interrupt(job, { type: 'paused' });
  }

  resumeAll(): void {
    for (const { id } of this.#roster.inPhase('paused')) this.resume(id);
  }

  retryAll(): void {
    this.#hurry();
    for (const transfer of this.failed()) if (isWorthRetrying(transfer)) this.retry(transfer.id);
  }

  cancelAll(): void {
    for (const id of this.jobs.keys()) this.cancel(id);
  }

  decide(id: string, conflict: ConflictRule, forBatch: boolean): void {
    const chosen = this.jobs.get(id);
    if (chosen === undefined) return;
    if (forBatch) chosen.batch.decision = { conflict };
    for (const waiting of this.#roster.inPhase('conflict')) {
      if (waiting.id !== id && !(forBatch && waiting.batchId === chosen.batch.id)) continue;
      this.#withJob(waiting.id, (job) => this.apply(job, { type: 'decided', conflict }));
    }
    this.pump();
  }

  clear(): void {
    for (const { id } of this.failed()) this.cancel(id);
    for (const { id } of this.#roster.clearEnded()) this.jobs.delete(id);
  }

  wipe(): void {
    const reason = new DOMException('signed out', 'AbortError');
    this.#life.abort(reason);
    this.#life = new AbortController();
    for (const job of this.jobs.values()) job.abort.abort(reason);
    this.jobs.clear();
    this.#interrupted?.clear();
    this.#renamed = [];
    for (const queue of Object.values(this.#queues)) queue.clear();
    this.#small.clear();
    this.#roster.clear();
  }

  view(): TransferView {
    return this.#roster.view();
  }

  subscribe(listener: () => void): () => void {
    return this.#roster.subscribe(listener);
  }

  onArrival(listener: () => void): () => void {
    this.#arrivals.add(listener);
    return () => this.#arrivals.delete(listener);
  }

  apply(job: Job, event: TransferEvent): boolean {
    if (event.type === 'started') this.#follow(job);
    const before = job.transfer;
    const after = next(before, event);
    // After a sign-out nothing of it is known any more.
    if (after === before || !this.jobs.has(before.id)) return false;
    job.transfer = after;
    this.#roster.replace(before, after);
    if (before.phase === 'queued' || after.phase === 'queued') this.waitAnew(job);
    if (isEnded(after)) this.ports.keep().ended(job.batch.id, job.number);
    return true;
  }

  arrived(job: Job, { id, name }: Pick<NodeView, 'id' | 'name'>): void {
    this.apply(job, { type: 'sent' });
    this.apply(job, { type: 'committed', node: { id, name } });
    for (const listener of this.#arrivals) listener();
    this.#forgetOldest();
  }

  settle(job: Job, outcome: Result<UploadOutcome | NodeId, TransferFailure>): void {
    if (outcome.ok) this.apply(job, { type: 'skipped' });
    else if (isQuestion(outcome.error) && job.transfer.conflict === 'ask') {
      job.place = undefined;
      this.apply(job, { type: 'conflicted' });
      // Decided for the batch while the server was asked about this name.
      const decision = decisionFor(job);
      if (decision !== undefined) this.apply(job, { type: 'decided', ...decision });
    } else {
      if (job.transfer.uploadId === undefined) job.place = undefined;
      if (hasEnded(outcome.error)) startOver(this, job);
      this.apply(job, { type: 'failed', failure: outcome.error });
      this.#rename(job);
    }
    this.pump();
  }

  pump(): void {
    for (const [lane, most] of [['folder', FOLDERS_AT_ONCE] as const, ['large', LARGE_AT_ONCE] as const]) {
      for (const job of this.#queues[lane]) {
        if (this.#active[lane] >= most) break;
        this.#active[lane] += 1;
        void this.#run(job).finally(() => {
          this.#active[lane] -= 1;
          this.pump();
        });
      }
    }
    this.#small.pump();
  }

  async asking(
    { key, requests }: Reservation,
    jobs: readonly Job[],
  ): Promise<(uploadIds: UploadIds) => void> {
    const keep = this.ports.keep();
    const batchId = jobs[0]?.batch.id ?? '';
    const question = { key, requests, numbers: jobs.map(({ number }) => number) };
    await keep.asking(batchId, question);
    return (uploadIds) => keep.told(batchId, { ...question, uploadIds });
  }

  async signAgain(hashed: readonly Hashed[]): Promise<Signed | undefined> {
    return await this.#interrupted?.signAgain(hashed);
  }

  enter(job: Job): void {
    this.jobs.set(job.transfer.id, job);
    this.#roster.add(job.transfer);
    this.waitAnew(job);
  }

  waitAnew(job: Job): void {
    for (const queue of Object.values(this.#queues)) queue.delete(job);
    if (job.transfer.phase === 'queued') this.#queues[laneOf(job)].add(job);
  }

  /** What waits for an answer tries again at once. */
  #hurry(): void {
    for (const gate of Object.values(this.ports.gates)) gate.hurry();
  }

  #withJob(id: string, act: (job: Job) => void): void {
    const job = this.jobs.get(id);
    if (job !== undefined) act(job);
  }

  #rename(job: Job): void {
    for (const pathOf of this.#renamed) {
      const path = pathOf(job.transfer);
      if (path === undefined) continue;
      job.outdated = job.batch.decision;
      this.#retry(job, { path, name: path.at(-1) ?? '', conflict: 'ask' });
    }
  }

  #retry(job: Job, renamed?: Pick<Transfer, 'name' | 'path' | 'conflict'>): void {
    job.returns = 0;
    this.apply(job, { type: 'retried', ...renamed });
  }

  /** The room is freed at once; if one of the calls is lost, the reservation expires by itself. */
  async #freeRoom({ transfer, place }: Job): Promise<void> {
    let uploadId: UploadId | null | undefined = transfer.uploadId;
    if (uploadId === undefined && place !== undefined) {
      // It was asked for and the answer did not come: the same question tells which upload it was.
      const [asked] = await Promise.allSettled([place.reservation.ask(this.life)]);
      if (asked.status === 'fulfilled' && asked.value.ok)
        uploadId = uploadIdsOf(asked.value.value)[place.index];
    }
    if (uploadId) await this.ports.api.abortUpload(uploadId);
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
      if (!folder.ok) this.settle(job, folder);
      else if (job.kind === 'folder') this.arrived(job, { id: folder.value, name: job.transfer.name });
      else await this.#runSingle(job, folder.value);
    } catch (error) {
      // Paused, cancelled or signed out: the phase says so already.
      if (!signal.aborted) this.settle(job, err(faultOf(error)));
    }
  }

  /** What takes a file by itself comes with the first that needs it. While the server answers nothing else either, it is waited for. */
  async #runSingle(job: Job, folderId: NodeId): Promise<void> {
    const { signal } = job.abort;
    const fetchCode = async () => {
      const [fetched] = await Promise.allSettled([import('./single-file.ts')]);
      if (fetched.status === 'fulfilled') return ok(fetched.value);
      const asked = await this.ports.api.listUploads(signal);
      return asked.ok ? err({ code: 'internal' }) : asked;
    };
    const code = await patiently({ ports: this.ports, signal }, fetchCode, () => true);
    if (code.ok) await code.value.runSingle(this, job, folderId);
    else this.settle(job, code);
  }

  /** What was decided for the batch holds for names that were not asked about yet. */
  #follow(job: Job): void {
    if (job.place === undefined) job.transfer = { ...job.transfer, ...decisionFor(job) };
  }

  /** What has ended long ago needs no job any more; it stays in the sums. */
  #forgetOldest(): void {
    for (const { id } of this.#roster.forgetOldest()) this.jobs.delete(id);
  }
}

/** What was decided for its batch, of names as they are now. */
function decisionFor({ batch, outdated }: Job): Job['outdated'] {
  return batch.decision === outdated ? undefined : batch.decision;
}

/** Small files of which the store has nothing go by the hundred; whatever else was asked for before is taken up one by one. */
function laneOf(job: Job): 'folder' | 'small' | 'large' {
  if (job.kind === 'folder') return 'folder';
  const isNew = job.place === undefined && job.transfer.uploadId === undefined && job.returns === 0;
  const isWhole = isNew || job.declared !== undefined;
  return isWhole && job.transfer.sizeBytes <= LIMITS.multipartAboveBytes ? 'small' : 'large';
}

function keptOf(entry: Entry): KeptEntry {
  const { kind, path } = entry;
  const file = kind === 'file' ? entry.file : undefined;
  return { kind, path, sizeBytes: file?.size ?? 0, modifiedMs: file?.lastModified ?? 0 };
}

/** What becomes of a file may be asked where its own name is taken, and not that of a folder above it. */
function isQuestion({ code, at }: TransferFailure): boolean {
  return code === 'name_taken' && at === undefined;
}

/** The server holds nothing of this upload any more. A part that the store refuses ends nothing. */
function hasEnded(failure: TransferFailure): boolean {
  return failure.code === 'checksum_mismatch' && failure.facts?.['state'] === 'failed';
}
