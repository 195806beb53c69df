import {
  type CreateUploadsResult,
  LIMITS,
  type SignedBundle,
  type StoreReceipt,
  type UploadId,
  type UploadView,
} from '@coffer/contracts';
import { err, MIB, ok } from '@coffer/kit';
import { bundleOf } from '../send/bundle.ts';
import { completeWanted } from './complete-wanted.ts';
import { isReservationGone, isRepairable } from '../send/failures.ts';
import { failureOf, folderPathOf, type Job, type StartedJob } from './job.ts';
import type { LanePort, Outcome } from './lane-port.ts';
import { recordReservation } from './record-reservation.ts';
import { renewSignatures } from './renew-signatures.ts';
import type { TransferFailure } from '../model/machine.ts';
import { isTemporary } from '../../../lib/retry/call-failure.ts';
import { type UploadRequest, mediaTypeOf, requestOf } from '../model/upload-request.ts';
import { createReservation, uploadIdsOf } from '../send/reservation.ts';
import {
  whenAllAborted,
  type HashedFile,
  type OpenedFile,
  type ReservedFile,
  sendStoreRequest,
  type StoreRequest,
  type StoredFile,
} from './store-request.ts';

/** Limits the hashing time, and the bytes kept in memory, of each reservation. */
const BATCH_MAX_BYTES = 16 * MIB;
/** If fewer files than this are ready to send, the next batch is reserved. */
const READY_LOW = LIMITS.uploadBatchMax;
const PREPARING_MAX = 2;
const COMPLETING_MAX = 2;
const COMPLETED_AT_ONCE = 50;
const COMPLETED_AFTER_MS = 300;
const REQUEUES_MAX = 3;

/**
 * The lane for one-part files, which are hashed, reserved and completed in batches to save round trips. A file that
 * fails moves to the single-file lane.
 */
export class SmallFilesLane {
  readonly #lane: LanePort;
  readonly #queued: ReadonlySet<Job>;
  readonly #ready = new Set<StoreRequest>();
  readonly #stored = new Map<UploadId, StoredFile>();
  #readyFiles = 0;
  /** Whether the store needs MD5 in addition to SHA-256. Learned from responses to reservations. */
  #level: UploadView['integrity'] | undefined;
  #preparing = 0;
  #sending = 0;
  #completing = 0;
  /** When the oldest file that was sent must be completed. */
  #dueAt = 0;

  constructor(lane: LanePort, queued: ReadonlySet<Job>) {
    this.#lane = lane;
    this.#queued = queued;
  }

  /** Starts what can run now: preparing, sending and completing. */
  runQueued(): void {
    if (this.#lane.session.aborted) return;
    while (this.#preparing < PREPARING_MAX && this.#readyFiles < READY_LOW && this.#queued.size > 0) {
      this.#preparing += 1;
      void this.#prepare(this.#nextBatch()).finally(() => {
        this.#preparing -= 1;
        this.runQueued();
      });
    }
    for (const request of this.#ready) {
      if (this.#sending >= LIMITS.requestsInFlightMax) break;
      this.#ready.delete(request);
      this.#readyFiles -= request.files.length;
      this.#sending += 1;
      void this.#send(request).finally(() => {
        this.#sending -= 1;
        this.runQueued();
      });
    }
    while (this.#isWorthCompleting()) {
      this.#completing += 1;
      void this.#complete(this.#nextGroup()).finally(() => {
        this.#completing -= 1;
        this.runQueued();
      });
    }
  }

  #isWorthCompleting(): boolean {
    const { size } = this.#stored;
    if (size === 0 || this.#completing >= COMPLETING_MAX) return false;
    if (size >= COMPLETED_AT_ONCE) return true;
    const isIdle = this.#preparing + this.#ready.size + this.#sending === 0;
    return this.#completing === 0 && (isIdle || this.#lane.ports.now() >= this.#dueAt);
  }

  /** Takes the next batch. Starting a job removes it from the queue. */
  #nextBatch(): readonly StartedJob[] {
    const jobs: Job[] = [];
    let bytes = 0;
    for (const job of this.#queued) {
      bytes += job.transfer.sizeBytes;
      const [first] = jobs;
      if (first !== undefined && (job.batch !== first.batch || isDeclared(job) !== isDeclared(first))) break;
      if (jobs.length >= LIMITS.uploadBatchMax || (jobs.length > 0 && bytes > BATCH_MAX_BYTES)) break;
      jobs.push(job);
    }
    return jobs.map((job) => {
      this.#lane.report(job, { type: 'started' });
      return { job, signal: job.abort.signal };
    });
  }

  async #prepare(started: readonly StartedJob[]): Promise<void> {
    const { session } = this.#lane;
    try {
      const hashed = await this.#hashed(started);
      if (started.some(({ job }) => isDeclared(job))) await this.#renew(hashed);
      else await this.#reserve(hashed);
    } catch (error) {
      if (session.aborted) return;
      for (const { job, signal } of started) if (!signal.aborted) this.#end(job, err(failureOf(error)));
    }
  }

  /** Files that were changed or refused move to the single-file lane, which asks the server what it has. */
  async #renew(hashed: readonly HashedFile[]): Promise<void> {
    const same = hashed.filter(({ job, digests }) => job.declaredChecksums?.sha256 === digests.sha256);
    const defer = (files: readonly HashedFile[]): void => {
      for (const { job, signal } of files) if (!signal.aborted) this.#lane.report(job, { type: 'deferred' });
    };
    defer(hashed.filter((one) => !same.includes(one)));
    if (same.length === 0) return;
    const signed = await renewSignatures(this.#lane.ports, same);
    if (signed.ok) {
      const { files, answer } = signed.value;
      this.#handleReserved(files, answer);
      defer(same.filter((one) => !files.includes(one)));
    } else for (const { job, signal } of same) if (!signal.aborted) this.#end(job, signed);
  }

  async #reserve(hashed: readonly HashedFile[]): Promise<void> {
    if (hashed.length === 0) return;
    const { ports } = this.#lane;
    const requests = hashed.map(
      ({ job, file, folderId, digests, mediaType }): UploadRequest => ({
        ...requestOf(file, {
          parentId: folderId,
          name: job.transfer.name,
          conflict: job.transfer.conflict,
          mediaType,
        }),
        parts: [{ number: 1, ...digests }],
      }),
    );
    const reservation = createReservation(ports, { key: ports.newId(), requests });
    for (const [index, { job }] of hashed.entries())
      this.#lane.report(job, { type: 'requested', reservationItem: { reservation, index } });
    const recordAnswer = await recordReservation(
      ports,
      reservation,
      hashed.map(({ job }) => job),
    );
    const reserved = await reservation.send(whenAllAborted(hashed.map(({ signal }) => signal)));
    if (reserved.ok) {
      recordAnswer(uploadIdsOf(reserved.value));
      this.#handleReserved(hashed, reserved.value);
    } else for (const { job, signal } of hashed) if (!signal.aborted) this.#end(job, reserved);
  }

  async #hashed(started: readonly StartedJob[]): Promise<readonly HashedFile[]> {
    const { session, ports } = this.#lane;
    const found = await Promise.all(started.map((one) => this.#opened(one)));
    const opened = found.filter((one) => one !== undefined).filter(({ signal }) => !signal.aborted);
    const withMd5 = this.#level === 2 || opened.some(({ job }) => job.needsMd5);
    const read = new Map<number, Uint8Array<ArrayBuffer>>();
    const digests = await ports.hash(
      opened.map(({ file }) => file),
      { withMd5, onSmall: (index, bytes) => read.set(index, bytes) },
      session,
    );
    const types = await Promise.all(opened.map(({ file, job }) => mediaTypeOf(file, job.transfer.name)));
    return opened.flatMap((one, index) => {
      const own = digests[index];
      if (one.signal.aborted) return [];
      const mediaType = types[index] ?? '';
      if (own !== undefined) return [{ ...one, digests: own, bytes: read.get(index), mediaType }];
      this.#end(one.job, err({ code: 'file_unreadable' }));
      return [];
    });
  }

  async #opened({ job, signal }: StartedJob): Promise<OpenedFile | undefined> {
    try {
      const [folder, file] = await Promise.all([
        job.batch.folders.folderAt(folderPathOf(job)),
        job.openFile?.(),
      ]);
      if (signal.aborted) return undefined;
      if (folder.ok && file !== undefined) return { job, signal, file, folderId: folder.value };
      this.#end(job, folder.ok ? err({ code: 'file_unreadable' }) : folder);
    } catch (error) {
      if (!signal.aborted) this.#end(job, err(failureOf(error)));
    }
    return undefined;
  }

  #handleReserved(hashed: readonly HashedFile[], { items, bundles = [] }: CreateUploadsResult): void {
    const reserved = new Map<UploadId, ReservedFile>();
    const at = this.#lane.ports.now();
    for (const [index, one] of hashed.entries()) {
      const { job, signal } = one;
      const item = items[index];
      if (signal.aborted) continue;
      if (item === undefined) this.#end(job, err({ code: 'internal' }));
      else if (item.outcome === 'skipped') this.#end(job, ok({ kind: 'skipped' }));
      else if (item.outcome === 'failed') this.#handleRefused(job, item);
      else {
        const { upload, signed } = item;
        const [part] = signed;
        this.#level = upload.integrity;
        this.#lane.report(job, { type: 'reserved', uploadId: upload.id });
        if (part === undefined) reserved.set(upload.id, { ...one, upload });
        else this.#queueRequest({ files: [{ ...one, upload, bytes: undefined }], part, at });
      }
    }
    for (const bundle of bundles) this.#queueBundle(bundle, reserved, at);
    // The remaining files got no URL, so the single-file lane requests one.
    for (const { job } of reserved.values()) this.#lane.report(job, { type: 'deferred' });
  }

  /** A bundle has one signature for all its files. If one is cancelled, the others are sent one by one. */
  #queueBundle(signed: SignedBundle, reserved: Map<UploadId, ReservedFile>, at: number): void {
    const { uploadIds, url, expiresAt } = signed;
    const files = uploadIds.map((id) => reserved.get(id)).filter((one) => one !== undefined);
    const bytes = files.map((one) => one.bytes).filter((one) => one !== undefined);
    if (bytes.length < uploadIds.length) return;
    const bundle = bundleOf(signed, bytes, `coffer-${this.#lane.ports.newId()}`);
    for (const one of files) {
      reserved.delete(one.upload.id);
      one.bytes = undefined;
    }
    const part = { number: 1, sizeBytes: bundle.size, method: 'POST', url, headers: {}, expiresAt } as const;
    this.#queueRequest({ files, part, bundle, at });
  }

  #queueRequest(request: StoreRequest): void {
    this.#ready.add(request);
    this.#readyFiles += request.files.length;
  }

  /**
   * Queues the file again with MD5 if that checksum may be missing. After transient failures, the file moves to the
   * single-file lane.
   */
  #handleRefused(job: Job, failure: TransferFailure): void {
    const isMd5Missing = failure.code === 'invalid_request' && !job.needsMd5;
    if (isTemporary(failure)) this.#lane.report(job, { type: 'deferred', isRefused: true, isRetry: true });
    else if (isMd5Missing) this.#lane.report(job, { type: 'deferred', isRefused: true, needsMd5: true });
    else this.#end(job, err(failure));
  }

  async #send(request: StoreRequest): Promise<void> {
    const { files, bundle } = request;
    const signal = whenAllAborted(files.map((one) => one.signal));
    const opened = (): readonly ReservedFile[] => files.filter((one) => !one.signal.aborted);
    // If a bundle fails, its files are sent one by one.
    const fail = (job: Job, failure: TransferFailure): void => {
      if (bundle === undefined) this.#end(job, err(failure));
      else this.#lane.report(job, { type: 'deferred' });
    };
    if (signal.aborted) return;
    try {
      const onProgress = (job: Job, sentBytes: number): void =>
        this.#lane.report(job, { type: 'progressed', sentBytes });
      const sent = await sendStoreRequest({ ports: this.#lane.ports, signal, onProgress }, request);
      signal.throwIfAborted();
      for (const one of opened()) {
        if (sent.ok) {
          this.#lane.report(one.job, { type: 'sent' });
          this.#handleStored({ ...one, receipt: sent.value });
        } else fail(one.job, sent.error);
      }
    } catch (error) {
      // The phase of paused or cancelled files is already set.
      for (const { job } of opened()) fail(job, failureOf(error));
    }
  }

  #handleStored(one: StoredFile): void {
    const { ports, session } = this.#lane;
    if (this.#stored.size === 0) {
      this.#dueAt = ports.now() + COMPLETED_AFTER_MS;
      void ports.sleep(COMPLETED_AFTER_MS, session).then(
        () => this.runQueued(),
        () => undefined,
      );
    }
    this.#stored.set(one.upload.id, one);
  }

  /** A completion request is limited in files and in receipts. */
  #nextGroup(): Group {
    const files: StoredFile[] = [];
    const receipts = new Set<StoreReceipt>();
    for (const [id, one] of this.#stored) {
      if (files.length >= LIMITS.uploadBatchMax) break;
      if (one.receipt !== undefined) {
        if (receipts.size >= LIMITS.storeReceiptsMax && !receipts.has(one.receipt)) break;
        receipts.add(one.receipt);
      }
      this.#stored.delete(id);
      files.push(one);
    }
    return { files, receipts: [...receipts] };
  }

  async #complete({ files, receipts }: Group): Promise<void> {
    const { ports, session: signal } = this.#lane;
    try {
      const answer = await completeWanted(ports, { files, idOf, isWanted, receipts, signal });
      if (!answer.ok) {
        for (const { job } of files.filter(isWanted)) this.#handleIncomplete(job, answer.error);
        return;
      }
      for (const { file, item } of answer.value) {
        if (!isWanted(file)) continue;
        if (item?.outcome === 'committed') this.#end(file.job, ok({ kind: 'committed', node: item.node }));
        else this.#handleIncomplete(file.job, item ?? { code: 'internal' });
      }
    } catch (error) {
      if (signal.aborted) return;
      for (const { job, signal: own } of files) if (!own.aborted) this.#end(job, err(failureOf(error)));
    }
  }

  /** Moves the file to the single-file lane, which asks what the store has and sends the rest. */
  #handleIncomplete(job: Job, failure: TransferFailure): void {
    const isWorth = job.requeues < REQUEUES_MAX && (isRepairable(failure) || isReservationGone(failure));
    if (!isWorth && !isTemporary(failure)) {
      this.#end(job, err(failure));
      return;
    }
    this.#lane.report(job, { type: 'deferred', isRetry: true });
  }

  #end(job: Job, outcome: Outcome): void {
    this.#lane.report(job, { type: 'ended', outcome });
  }
}

/** Whether an earlier page has reserved the file and declared its checksums, so that only the URL is missing. */
function isDeclared(job: Job): boolean {
  return job.declaredChecksums !== undefined;
}

function isWanted({ signal }: StoredFile): boolean {
  return !signal.aborted;
}

function idOf({ upload }: StoredFile): UploadId {
  return upload.id;
}

interface Group {
  readonly files: readonly StoredFile[];
  readonly receipts: StoreReceipt[];
}
