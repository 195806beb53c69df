import type { PartChecksums, UploadView } from '@coffer/contracts';
import { Elsewhere } from './elsewhere.ts';
import { createFolderPlan } from './folder-plan.ts';
import { type Batch, changedFile, createJob, type Job, type LaneHost } from './job.ts';
import type { Keep, KeptBatch, KeptEntry, KeptQuestion } from './keep.ts';
import { readerOf } from './keep-restore.ts';
import type { Lack } from './machine.ts';
import { patiently } from './patiently.ts';
import { replayed } from './replayed-path.ts';
import { createReservation, type UploadIds, uploadIdsOf } from './reservation.ts';
import { openWithin, type ReadableRoot } from './roots.ts';
import { sameParts } from './same-parts.ts';
import type { Hashed } from './shipment.ts';
import { type Signed, signAgain } from './sign-again.ts';

interface InterruptedHost extends LaneHost {
  enter(job: Job): void;
  /** More is known of a job: where it waits for its turn, it does so in the lane that it belongs to now. */
  waitAnew(job: Job): void;
  readonly jobs: ReadonlyMap<string, Job>;
}

/** What is known of a file that is not at hand. */
interface Missing {
  readonly job: Job;
  /** Where it lies on the disk. Here it may have got another name since. */
  readonly path: readonly string[];
  readonly sizeBytes: number;
  /** Undefined where another device began it: there the same file may have another date. */
  readonly modifiedMs: number | undefined;
  readonly root: ReadableRoot | undefined;
}

/** Uploads that an earlier page of this browser, or another device, has begun. They go on once their file is at hand again. */
export class Interrupted {
  readonly #host: InterruptedHost;
  readonly #missing = new Map<string, Missing>();
  readonly #elsewhere: Elsewhere;
  /** From then on it hands over by itself what other tabs leave. */
  #restored: Keep | undefined;

  constructor(host: InterruptedHost) {
    this.#host = host;
    this.#elsewhere = new Elsewhere(host, (upload, lack) => this.#adoptElsewhere(upload, lack));
  }

  /** Looks for what was begun before, here and on other devices. */
  async takeUp(): Promise<void> {
    const { ports, life } = this.#host;
    const keep = ports.keep();
    if (keep !== this.#restored) {
      this.#restored = keep;
      keep.reader(readerOf)?.restore((batch) => {
        if (!life.aborted) this.#adopt(batch);
      });
    }
    await this.#elsewhere.look();
  }

  /** Takes up what an earlier page left, and settles what needs no file any more. */
  #adopt(kept: KeptBatch): void {
    const { ports, life } = this.#host;
    const batch: Batch = {
      id: kept.id,
      folders: createFolderPlan(ports, kept.targetId, life),
      decision: undefined,
    };
    const pathOf = replayed(kept.renamings);
    const jobs = new Map<number, Job>();
    for (const [number, entry] of kept.entries) {
      const root = kept.roots.find(({ name }) => name === entry.path[0]);
      const job = this.#jobOf({ batch, number }, { ...entry, path: pathOf(entry.path) }, root);
      jobs.set(number, job);
      this.#host.enter(job);
      if (entry.kind === 'file') this.#missing.set(job.transfer.id, { job, ...entry, root });
    }
    for (const question of kept.questions) void this.#settle(question, jobs);
    void this.#goOnUnasked([...jobs.values()]);
    this.#host.pump();
  }

  /** Shows what another device has begun. */
  #adoptElsewhere({ id: uploadId, parentId, name, sizeBytes }: UploadView, lack: Lack): void {
    const { ports, life } = this.#host;
    const folders = createFolderPlan(ports, parentId, life);
    const batch: Batch = { id: ports.newId(), folders, decision: undefined };
    const entry = { kind: 'file', path: [name], sizeBytes } as const;
    const job = createJob({ id: ports.newId(), batch, number: 0 }, entry, {
      phase: 'interrupted',
      lack,
      uploadId,
    });
    job.isSame = sameParts;
    this.#host.enter(job);
    this.#missing.set(job.transfer.id, { job, ...entry, modifiedMs: undefined, root: undefined });
  }

  /** Goes on with what the files that were chosen again belong to. Returns how many that are. */
  offer(files: readonly File[]): number {
    const byPath = new Map(files.map((file) => [file.webkitRelativePath, file]));
    const byName = Map.groupBy(files, ({ name }) => name);
    let found = 0;
    for (const missing of this.#waiting()) {
      const { path } = missing;
      const same = [byPath.get(path.join('/')), ...(byName.get(path.at(-1) ?? '') ?? [])].find(
        (file) => file !== undefined && isSame(missing, file),
      );
      if (same === undefined) continue;
      found += 1;
      this.#found(missing, () => Promise.resolve(same));
    }
    this.#host.pump();
    return found;
  }

  /** Asks the browser for leave to read again what it keeps a way to. To be called within a click. */
  async goOn(): Promise<void> {
    const waiting = this.#waiting();
    const roots = new Set(waiting.map(({ root }) => root).filter((root) => root !== undefined));
    for (const root of roots) {
      const answer = await root.requestPermission?.({ mode: 'read' });
      for (const missing of waiting.filter((one) => one.root === root)) {
        if (answer === 'granted') this.#read(missing, root);
        else this.#host.apply(missing.job, { type: 'missed' });
      }
    }
    this.#host.pump();
  }

  clear(): void {
    this.#missing.clear();
    this.#elsewhere.clear();
  }

  #jobOf(at: Pick<Job, 'batch' | 'number'>, entry: KeptEntry, root: ReadableRoot | undefined): Job {
    const id = this.#host.ports.newId();
    if (entry.kind === 'folder') return createJob({ id, ...at }, entry, {});
    const lack = root?.requestPermission === undefined ? 'file' : 'leave';
    const isSafe = lack === 'leave';
    const job = createJob({ id, ...at }, entry, { phase: 'interrupted', lack, isSafe });
    job.isSame = sameParts;
    return job;
  }

  /** Some browsers keep the leave: then nobody has to be asked. */
  async #goOnUnasked(jobs: readonly Job[]): Promise<void> {
    const waiting = this.#waiting().filter(({ job }) => jobs.includes(job));
    for (const root of new Set(waiting.map((one) => one.root))) {
      const answer = await root?.queryPermission?.({ mode: 'read' });
      if (root === undefined || answer !== 'granted') continue;
      for (const missing of waiting.filter((one) => one.root === root)) this.#read(missing, root);
    }
    this.#host.pump();
  }

  #read(missing: Missing, root: ReadableRoot): void {
    const { path } = missing;
    this.#found(missing, async () => {
      const file = await openWithin(root, path);
      if (!isSame(missing, file)) throw changedFile();
      return file;
    });
  }

  #found({ job }: Missing, source: NonNullable<Job['source']>): void {
    job.source = source;
    this.#missing.delete(job.transfer.id);
    this.#host.apply(job, { type: 'found' });
  }

  /** For what is to go with others as if it were new. */
  async signAgain(hashed: readonly Hashed[]): Promise<Signed | undefined> {
    return await signAgain(this.#host, hashed);
  }

  #waiting(): readonly Missing[] {
    // Those that were discarded meanwhile lack nothing any more, and nor do those that another device is at.
    return [...this.#missing.values()].filter(
      ({ job: { transfer } }) => transfer.phase === 'interrupted' && transfer.lack !== 'held',
    );
  }

  /**
   * A question was asked, and the page ended. What the store has whole by now needs no file any more; of the rest it is at least known
   * under which upload it goes on.
   */
  async #settle(question: KeptQuestion, jobs: ReadonlyMap<number, Job>): Promise<void> {
    const { ports, life: signal } = this.#host;
    const reservation = createReservation(ports, question);
    const asked = question.numbers.flatMap((number, index) => {
      const job = jobs.get(number);
      const request = question.requests[index];
      // What was refused is asked for anew, also under the other name that it may have got since.
      const isMeant = question.uploadIds?.[index] !== null && request?.name === job?.transfer.name;
      return job !== undefined && isMeant ? [{ job, index, declared: request?.parts }] : [];
    });
    if (asked.length === 0) return;
    for (const { job, index } of asked) job.place = { reservation, index };
    try {
      const uploadIds = question.uploadIds ?? (await idsOf(reservation, signal));
      const open = asked.flatMap(({ job, index, declared }) => {
        const uploadId = uploadIds?.[index];
        // It may have been asked for anew meanwhile.
        const isPast = job.place !== undefined && job.place.reservation !== reservation;
        return uploadId === undefined || uploadId === null || isPast ? [] : [{ job, uploadId, declared }];
      });
      for (const { job, uploadId } of open) this.#host.apply(job, { type: 'reserved', uploadId });
      if (open.length === 0) return;
      const ids = open.map(({ uploadId }) => uploadId);
      const answer = await patiently({ ports, signal }, () => ports.api.completeUploads(ids, [], signal));
      if (!answer.ok) return;
      for (const [index, { job, declared }] of open.entries()) {
        const item = answer.value.items[index];
        if (item?.outcome === 'committed') this.#host.arrived(job, item.node);
        else if (item?.code === 'upload_incomplete') this.#goesWithOthers(job, declared);
      }
      this.#host.pump();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Of a file of one part the store has all or nothing. Where it has nothing, nothing has to be compared with it. */
  #goesWithOthers(job: Job, [only, ...more]: readonly PartChecksums[] = []): void {
    const { phase, uploadId } = job.transfer;
    const isWaiting = phase === 'interrupted' || phase === 'queued';
    if (only === undefined || more.length > 0 || uploadId === undefined || !isWaiting) return;
    job.declared = only;
    this.#host.waitAnew(job);
  }
}

async function idsOf(
  reservation: ReturnType<typeof createReservation>,
  signal: AbortSignal,
): Promise<UploadIds | undefined> {
  const asked = await reservation.ask(signal);
  if (!asked.ok) return undefined;
  return uploadIdsOf(asked.value);
}

function isSame({ sizeBytes, modifiedMs }: Missing, file: File): boolean {
  return file.size === sizeBytes && (modifiedMs === undefined || file.lastModified === modifiedMs);
}
