import type { PartChecksums, UploadView } from '@coffer/contracts';
import { completeWanted } from './complete-wanted.ts';
import { OtherDevices } from './other-devices.ts';
import { createFolderPlan } from './folder-plan.ts';
import { ok } from '@coffer/kit';
import { type Batch, fileChangedError, createJob, type Job, type OpenFile } from './job.ts';
import type { LanePort } from './lane-port.ts';
import { isSameFile, matchFiles, type Sought } from './match-files.ts';
import type {
  UploadJournal,
  JournalBatch,
  JournalEntry,
  JournalReservation,
} from '../journal/upload-journal.ts';
import { createJournalReader } from '../journal/journal-reader.ts';
import { type BlockedBy, isEnded, type Transfer } from '../model/machine.ts';
import { replayRenames } from '../model/replay-renames.ts';
import { createReservation, type UploadIds, uploadIdsOf } from '../send/reservation.ts';
import { openFile, type ReadableHandle, rootsByName } from '../journal/file-handles.ts';
import { matchesStoredParts } from '../send/stored-parts.ts';

/** An interrupted upload whose file is not available. It may have been renamed. */
interface Missing extends Sought {
  readonly job: Job;
  readonly root: ReadableHandle | undefined;
}

/** Uploads begun by an earlier page of this browser or by another device. They resume once their file is available. */
export class InterruptedUploads {
  readonly #lane: LanePort;
  readonly #missing = new Map<string, Missing>();
  readonly #otherDevices: OtherDevices;
  /** The journal whose batches are restored, including those that other tabs release later. */
  #restored: UploadJournal | undefined;

  constructor(lane: LanePort, jobs: ReadonlyMap<string, Job>) {
    this.#lane = lane;
    this.#otherDevices = new OtherDevices(lane, jobs, (upload, blockedBy) =>
      this.#adoptFromOtherDevice(upload, blockedBy),
    );
  }

  /** Finds interrupted uploads of this browser and of other devices. */
  async restore(): Promise<void> {
    const { ports, session } = this.#lane;
    const journal = ports.journal();
    if (journal !== this.#restored) {
      this.#restored = journal;
      journal.reader(createJournalReader)?.restore((batch) => {
        if (!session.aborted) this.#adopt(batch);
      });
    }
    await this.#otherDevices.poll();
  }

  #adopt(recorded: JournalBatch): void {
    const { ports, session } = this.#lane;
    const batch: Batch = {
      id: recorded.id,
      targetId: recorded.targetId,
      folders: createFolderPlan(ports, recorded.targetId, session),
      decision: recorded.decision && { conflict: recorded.decision },
    };
    const roots = rootsByName(recorded.roots);
    const pathOf = replayRenames(recorded.renamings);
    const jobs = new Map<number, Job>();
    for (const [number, entry] of recorded.entries) {
      const root = roots.get(entry.path[0] ?? '');
      const space = recorded.full.get(number);
      const failure = space && { code: 'quota_exceeded', facts: { ...space, needed: entry.sizeBytes } };
      const path = pathOf(entry.path);
      // The decision may be older than the new name.
      const supersededDecision = path.join('/') === entry.path.join('/') ? undefined : batch.decision;
      const known = { ...entry, path, failure, supersededDecision };
      const job = this.#jobOf({ batch, number }, known, root);
      jobs.set(number, job);
      this.#lane.report(job, { type: 'found' });
      if (entry.kind === 'file') this.#missing.set(job.transfer.id, { job, ...entry, root });
    }
    for (const reservation of recorded.reservations) void this.#resolveReservation(reservation, jobs);
    void this.#resumeWherePermitted(batch);
  }

  #adoptFromOtherDevice({ id: uploadId, parentId, name, sizeBytes }: UploadView, blockedBy: BlockedBy): void {
    const { ports, session } = this.#lane;
    const folders = createFolderPlan(ports, parentId, session);
    const batch: Batch = { id: ports.newId(), targetId: parentId, folders, decision: undefined };
    const entry = { kind: 'file', path: [name], sizeBytes } as const;
    const job = createJob({ id: ports.newId(), batch, number: 0 }, entry, {
      phase: 'interrupted',
      blockedBy,
      uploadId,
      matchesStored: matchesStoredParts,
    });
    this.#lane.report(job, { type: 'found' });
    this.#missing.set(job.transfer.id, { job, ...entry, modifiedMs: undefined, root: undefined });
  }

  /** Resumes the uploads that the chosen files belong to. Returns how many. */
  matchFiles(files: readonly File[]): number {
    const found = matchFiles(this.#resumable(), files);
    for (const [missing, file] of found) this.#resume(missing, () => Promise.resolve(file));
    return found.length;
  }

  /** Asks for permission to read the files of stored handles. Must be called within a click. */
  async resumeWithPermission(): Promise<void> {
    const waiting = this.#resumable();
    const roots = new Set(waiting.map(({ root }) => root).filter((root) => root !== undefined));
    const ask = async (root: ReadableHandle): Promise<void> => {
      const answer = await root.requestPermission?.({ mode: 'read' });
      for (const missing of waiting.filter((one) => one.root === root)) {
        if (answer === 'granted') this.#read(missing, root);
        else this.#lane.report(missing.job, { type: 'blocked' });
      }
    };
    // All requests at once, within the same click. The person can be asked again for a rejected one.
    await Promise.allSettled([...roots].map(ask));
  }

  #jobOf(
    at: Pick<Job, 'batch' | 'number'>,
    entry: JournalEntry & Pick<Transfer, 'failure'> & Pick<Job, 'supersededDecision'>,
    root: ReadableHandle | undefined,
  ): Job {
    const id = this.#lane.ports.newId();
    const { failure, supersededDecision } = entry;
    if (entry.kind === 'folder') return createJob({ id, ...at }, entry, {});
    const blockedBy = root?.requestPermission === undefined ? 'file_missing' : 'permission';
    const survivesReload = blockedBy === 'permission';
    return createJob({ id, ...at }, entry, {
      phase: 'interrupted',
      blockedBy,
      failure,
      supersededDecision,
      survivesReload,
      matchesStored: matchesStoredParts,
    });
  }

  /** Some browsers store the permission, so that no prompt is needed. */
  async #resumeWherePermitted(batch: Batch): Promise<void> {
    const waiting = this.#resumable().filter(({ job }) => job.batch === batch);
    for (const root of new Set(waiting.map((one) => one.root))) {
      const answer = await root?.queryPermission?.({ mode: 'read' });
      if (root === undefined || answer !== 'granted') continue;
      for (const missing of waiting.filter((one) => one.root === root)) this.#read(missing, root);
    }
  }

  #read(missing: Missing, root: ReadableHandle): void {
    const { path } = missing;
    this.#resume(missing, async () => {
      const [opened] = await Promise.allSettled([openFile(root, path)]);
      if (opened.status === 'rejected') {
        // A moved file can be chosen again, which a failure would not offer.
        this.#missing.set(missing.job.transfer.id, missing);
        this.#lane.report(missing.job, { type: 'lost' });
        throw opened.reason;
      }
      const file = opened.value;
      if (!isSameFile(missing, file)) throw fileChangedError();
      return file;
    });
  }

  #resume({ job }: Missing, open: OpenFile): void {
    this.#missing.delete(job.transfer.id);
    this.#lane.report(job, { type: 'unblocked', openFile: open });
  }

  #resumable(): readonly Missing[] {
    // Discarded uploads need no file, nor do those running on another device.
    return [...this.#missing.values()].filter(
      ({ job: { transfer } }) =>
        transfer.phase === 'interrupted' && transfer.blockedBy !== 'active_elsewhere',
    );
  }

  /**
   * Resolves a reservation that was pending when the page ended. Uploads that turn out to be complete need no file; the
   * others get their upload id.
   */
  async #resolveReservation(recorded: JournalReservation, jobs: ReadonlyMap<number, Job>): Promise<void> {
    const { ports, session: signal, report } = this.#lane;
    const reservation = createReservation(ports, recorded);
    const pending = recorded.numbers.flatMap((number, index) => {
      const job = jobs.get(number);
      const request = recorded.requests[index];
      // Refused and renamed files are requested again in a new reservation.
      const isCurrent = recorded.uploadIds?.[index] !== null && request?.name === job?.transfer.name;
      return job !== undefined && isCurrent ? [{ job, index, parts: request?.parts }] : [];
    });
    if (pending.length === 0) return;
    for (const { job, index } of pending)
      report(job, { type: 'requested', reservationItem: { reservation, index } });
    try {
      const uploadIds = recorded.uploadIds ?? (await uploadIdsFor(reservation, signal));
      const open = pending.flatMap(({ job, index, parts }) => {
        const uploadId = uploadIds?.[index];
        // A newer reservation may already contain the job.
        const isSuperseded =
          job.reservationItem !== undefined && job.reservationItem.reservation !== reservation;
        return uploadId === undefined || uploadId === null || isSuperseded ? [] : [{ job, uploadId, parts }];
      });
      for (const { job, uploadId } of open) this.#lane.report(job, { type: 'reserved', uploadId });
      const answer = await completeWanted(ports, {
        files: open,
        idOf: ({ uploadId }) => uploadId,
        isWanted: ({ job }) => !isEnded(job.transfer),
        receipts: [],
        signal,
      });
      if (!answer.ok) return;
      for (const { file, item } of answer.value) {
        const { job, parts } = file;
        if (item?.outcome === 'committed')
          report(job, { type: 'ended', outcome: ok({ kind: 'committed', node: item.node }) });
        else if (item?.code === 'upload_incomplete') this.#declare(job, parts);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** A one-part file is stored whole or not at all. If it is not stored, there is nothing to compare. */
  #declare(job: Job, [only, ...more]: readonly PartChecksums[] = []): void {
    const { phase, uploadId } = job.transfer;
    const isWaiting = phase === 'interrupted' || phase === 'queued';
    if (only === undefined || more.length > 0 || uploadId === undefined || !isWaiting) return;
    this.#lane.report(job, { type: 'declared', checksums: only });
  }
}

async function uploadIdsFor(
  reservation: ReturnType<typeof createReservation>,
  signal: AbortSignal,
): Promise<UploadIds | undefined> {
  const pending = await reservation.send(signal);
  if (!pending.ok) return undefined;
  return uploadIdsOf(pending.value);
}
