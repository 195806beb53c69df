import {
  type CreateUploadsResult,
  LIMITS,
  type SignedBundle,
  type StoreReceipt,
  type UploadId,
  type UploadView,
} from '@coffer/contracts';
import { err, MIB, ok } from '@coffer/kit';
import { bundleOf } from './bundle.ts';
import { faultOf, folderPathOf, isGone, isRepairable, type Job, type LaneHost } from './job.ts';
import type { TransferFailure } from './machine.ts';
import { isPassing, patiently } from './patiently.ts';
import { type CreateUpload, requestOf } from './create-upload.ts';
import { createReservation, uploadIdsOf } from './reservation.ts';
import {
  allAborted,
  type Hashed,
  type Located,
  type Reserved,
  sendShipment,
  type Shipment,
  type Stored,
  type Taken,
} from './shipment.ts';
import type { Signed } from './sign-again.ts';

/** Bytes of one question for room: hashing them must not keep the lines waiting, and those of small files are kept until they leave. */
const BATCH_MAX_BYTES = 16 * MIB;
/** Reserved and not yet sent: the next question is asked while this much is left to send. */
const READY_LOW = LIMITS.uploadBatchMax;
const PREPARING_MAX = 2;
const COMPLETING_MAX = 2;
/** Files are completed when there are as many as this, when nothing else is to do, or when one has waited long enough. */
const COMPLETED_TOGETHER = 50;
const COMPLETED_AFTER_MS = 300;
const RETURNS_MAX = 3;

interface SmallFilesHost extends LaneHost {
  /** For what an earlier page has reserved: undefined where none of it goes on in this lane. */
  signAgain(hashed: readonly Hashed[]): Promise<Signed | undefined>;
}

/**
 * The lane of files of one part. They are hashed, reserved and completed by the hundred, so that none of them waits for a round trip
 * of its own; while some are sent, the next are prepared. What goes wrong with one of them is left to the other lane, which
 * takes a file by itself from wherever it stands.
 */
export class SmallFiles {
  readonly #host: SmallFilesHost;
  readonly #waiting: Set<Job>;
  readonly #ready = new Set<Shipment>();
  /** What the store has, and what it said to that. */
  readonly #sent = new Map<UploadId, Stored>();
  #readyFiles = 0;
  /** Whether the store wants MD5 beside SHA-256: learned from every reservation. */
  #level: UploadView['integrity'] | undefined;
  #preparing = 0;
  #sending = 0;
  #completing = 0;
  /** When the first of those that were sent has waited long enough. */
  #dueAt = 0;

  constructor(host: SmallFilesHost, waiting: Set<Job>) {
    this.#host = host;
    this.#waiting = waiting;
  }

  /** Does whatever can be done now. */
  pump(): void {
    while (this.#preparing < PREPARING_MAX && this.#readyFiles < READY_LOW && this.#waiting.size > 0) {
      this.#preparing += 1;
      void this.#prepare(this.#nextBatch()).finally(() => {
        this.#preparing -= 1;
        this.#host.pump();
      });
    }
    for (const shipment of this.#ready) {
      if (this.#sending >= LIMITS.requestsInFlightMax) break;
      this.#ready.delete(shipment);
      this.#readyFiles -= shipment.files.length;
      this.#sending += 1;
      void this.#send(shipment).finally(() => {
        this.#sending -= 1;
        this.#host.pump();
      });
    }
    while (this.#isWorthCompleting()) {
      this.#completing += 1;
      void this.#complete(this.#nextGroup()).finally(() => {
        this.#completing -= 1;
        this.#host.pump();
      });
    }
  }

  /** Sign-out: nothing of what is ready or was sent is anything of the next person. */
  clear(): void {
    this.#ready.clear();
    this.#readyFiles = 0;
    this.#sent.clear();
  }

  #isWorthCompleting(): boolean {
    const { size } = this.#sent;
    if (size === 0 || this.#completing >= COMPLETING_MAX) return false;
    if (size >= COMPLETED_TOGETHER) return true;
    const isIdle = this.#preparing + this.#ready.size + this.#sending === 0;
    return this.#completing === 0 && (isIdle || this.#host.ports.now() >= this.#dueAt);
  }

  /** Takes the next jobs from the queue: by being started, they leave it. */
  #nextBatch(): readonly Taken[] {
    const jobs: Job[] = [];
    let bytes = 0;
    for (const job of this.#waiting) {
      bytes += job.transfer.sizeBytes;
      // What is asked together is kept together.
      const [first] = jobs;
      if (first !== undefined && (job.batch !== first.batch || isAgain(job) !== isAgain(first))) break;
      if (jobs.length >= LIMITS.uploadBatchMax || (jobs.length > 0 && bytes > BATCH_MAX_BYTES)) break;
      jobs.push(job);
    }
    return jobs.map((job) => {
      this.#host.apply(job, { type: 'started' });
      return { job, signal: job.abort.signal };
    });
  }

  async #prepare(taken: readonly Taken[]): Promise<void> {
    const { life } = this.#host;
    try {
      const hashed = await this.#hashed(taken);
      if (taken.some(({ job }) => isAgain(job))) {
        const signed = await this.#host.signAgain(hashed);
        if (signed !== undefined) this.#answered(signed.asked, signed.answer);
      } else await this.#reserve(hashed);
    } catch (error) {
      if (life.aborted) return;
      for (const { job, signal } of taken) if (!signal.aborted) this.#host.settle(job, err(faultOf(error)));
    }
  }

  async #reserve(hashed: readonly Hashed[]): Promise<void> {
    if (hashed.length === 0) return;
    const { ports } = this.#host;
    const requests = hashed.map(
      ({ job, file, folderId, digests }): CreateUpload => ({
        ...requestOf(file, {
          parentId: folderId,
          name: job.transfer.name,
          conflict: job.transfer.conflict,
        }),
        parts: [{ number: 1, ...digests }],
      }),
    );
    const reservation = createReservation(ports, { key: ports.newId(), requests });
    for (const [index, { job }] of hashed.entries()) job.place = { reservation, index };
    const tell = await this.#host.asking(
      reservation,
      hashed.map(({ job }) => job),
    );
    const asked = await reservation.ask(allAborted(hashed.map(({ signal }) => signal)));
    if (asked.ok) {
      tell(uploadIdsOf(asked.value));
      this.#answered(hashed, asked.value);
    } else for (const { job, signal } of hashed) if (!signal.aborted) this.#host.settle(job, asked);
  }

  /** Their folders and their checksums. Files whose folder cannot be made, or that cannot be read, are settled on the way. */
  async #hashed(taken: readonly Taken[]): Promise<readonly Hashed[]> {
    const { life, ports } = this.#host;
    const found = await Promise.all(taken.map((one) => this.#located(one)));
    const here = found.filter((one) => one !== undefined).filter(({ signal }) => !signal.aborted);
    const withMd5 = this.#level === 2 || here.some(({ job }) => job.isDoubted);
    const read = new Map<number, Uint8Array<ArrayBuffer>>();
    const digests = await ports.hash(
      here.map(({ file }) => file),
      { withMd5, onSmall: (index, bytes) => read.set(index, bytes) },
      life,
    );
    return here.flatMap((one, index) => {
      const sums = digests[index];
      if (one.signal.aborted) return [];
      if (sums !== undefined) return [{ ...one, digests: sums, bytes: read.get(index) }];
      this.#host.settle(one.job, err({ code: 'file_unreadable' }));
      return [];
    });
  }

  async #located({ job, signal }: Taken): Promise<Located | undefined> {
    try {
      const [folder, file] = await Promise.all([
        job.batch.folders.folderAt(folderPathOf(job)),
        job.source?.(),
      ]);
      if (signal.aborted) return undefined;
      if (folder.ok && file !== undefined) return { job, signal, file, folderId: folder.value };
      this.#host.settle(job, folder.ok ? err({ code: 'file_unreadable' }) : folder);
    } catch (error) {
      if (!signal.aborted) this.#host.settle(job, err(faultOf(error)));
    }
    return undefined;
  }

  #answered(asked: readonly Hashed[], { items, bundles = [] }: CreateUploadsResult): void {
    const reserved = new Map<UploadId, Reserved>();
    const at = this.#host.ports.now();
    for (const [index, one] of asked.entries()) {
      const { job, signal } = one;
      const item = items[index];
      if (signal.aborted) continue;
      if (item === undefined) this.#host.settle(job, err({ code: 'internal' }));
      else if (item.outcome === 'skipped') this.#host.settle(job, ok({ kind: 'skipped' }));
      else if (item.outcome === 'failed') this.#refused(job, item);
      else {
        const { upload, signed } = item;
        const [part] = signed;
        this.#level = upload.integrity;
        this.#host.apply(job, { type: 'reserved', uploadId: upload.id });
        if (part === undefined) reserved.set(upload.id, { ...one, upload });
        else this.#ship({ files: [{ ...one, upload, bytes: undefined }], part, at });
      }
    }
    for (const bundle of bundles) this.#shipBundle(bundle, reserved, at);
    // No address: the other lane asks for one.
    for (const { job } of reserved.values()) this.#host.apply(job, { type: 'deferred' });
  }

  /** A bundle is sent as it was signed: when one of its files is not wanted any more, the others go by themselves. */
  #shipBundle(signed: SignedBundle, reserved: Map<UploadId, Reserved>, at: number): void {
    const { uploadIds, url, expiresAt } = signed;
    const files = uploadIds.map((id) => reserved.get(id)).filter((one) => one !== undefined);
    const bytes = files.map((one) => one.bytes).filter((one) => one !== undefined);
    if (bytes.length < uploadIds.length) return;
    const bundle = bundleOf(signed, bytes, `coffer-${this.#host.ports.newId()}`);
    for (const one of files) {
      reserved.delete(one.upload.id);
      one.bytes = undefined;
    }
    const part = { number: 1, sizeBytes: bundle.size, method: 'POST', url, headers: {}, expiresAt } as const;
    this.#ship({ files, part, bundle, at });
  }

  #ship(shipment: Shipment): void {
    this.#ready.add(shipment);
    this.#readyFiles += shipment.files.length;
  }

  /** One of many was refused: because the store wants MD5, which is only known by trying, or for a reason that passes: it is patient by itself. */
  #refused(job: Job, failure: TransferFailure): void {
    if (isPassing(failure)) job.returns += 1;
    else if (!job.isDoubted && failure.code === 'invalid_request') job.isDoubted = true;
    else {
      this.#host.settle(job, err(failure));
      return;
    }
    job.place = undefined;
    this.#host.apply(job, { type: 'deferred' });
  }

  async #send(shipment: Shipment): Promise<void> {
    const { files, bundle } = shipment;
    const signal = allAborted(files.map((one) => one.signal));
    const here = (): readonly Reserved[] => files.filter((one) => !one.signal.aborted);
    // Whatever keeps a bundle from the store, each of its files may get there by itself.
    const fail = (job: Job, failure: TransferFailure): void => {
      if (bundle === undefined) this.#host.settle(job, err(failure));
      else this.#host.apply(job, { type: 'deferred' });
    };
    if (signal.aborted) return;
    try {
      const sent = await sendShipment(this.#host, shipment, signal);
      signal.throwIfAborted();
      for (const one of here()) {
        if (sent.ok) {
          if (this.#host.apply(one.job, { type: 'sent' })) this.#stored({ ...one, receipt: sent.value });
        } else fail(one.job, sent.error);
      }
    } catch (error) {
      // Those that were paused, cancelled or signed out say so already.
      for (const { job } of here()) fail(job, faultOf(error));
    }
  }

  #stored(one: Stored): void {
    const { ports, life } = this.#host;
    if (this.#sent.size === 0) {
      this.#dueAt = ports.now() + COMPLETED_AFTER_MS;
      // After a sign-out there is nothing to be done.
      void ports.sleep(COMPLETED_AFTER_MS, life).then(
        () => this.#host.pump(),
        () => undefined,
      );
    }
    this.#sent.set(one.upload.id, one);
  }

  /** As many as one question may be about, with as many receipts as it may carry. */
  #nextGroup(): Group {
    const files: Stored[] = [];
    const receipts = new Set<StoreReceipt>();
    for (const [id, one] of this.#sent) {
      if (files.length >= LIMITS.uploadBatchMax) break;
      if (one.receipt !== undefined) {
        if (receipts.size >= LIMITS.storeReceiptsMax && !receipts.has(one.receipt)) break;
        receipts.add(one.receipt);
      }
      this.#sent.delete(id);
      files.push(one);
    }
    return { files, receipts: [...receipts] };
  }

  async #complete({ files, receipts }: Group): Promise<void> {
    const { ports, life: signal } = this.#host;
    const ids = files.map(({ upload }) => upload.id);
    try {
      const answer = await patiently({ ports, signal }, () =>
        ports.api.completeUploads(ids, receipts, signal),
      );
      for (const [index, { job, signal: own }] of files.entries()) {
        if (own.aborted) continue;
        const item = answer.ok ? answer.value.items[index] : undefined;
        if (item?.outcome === 'committed') this.#host.arrived(job, item.node);
        else this.#incomplete(job, answer.ok ? (item ?? { code: 'internal' }) : answer.error);
      }
    } catch (error) {
      if (signal.aborted) return;
      for (const { job, signal: own } of files) if (!own.aborted) this.#host.settle(job, err(faultOf(error)));
    }
  }

  /** The other lane asks what the store holds, and sends it again if it must. */
  #incomplete(job: Job, failure: TransferFailure): void {
    const isWorth = job.returns < RETURNS_MAX && (isRepairable(failure) || isGone(failure));
    if (!isWorth && !isPassing(failure)) {
      this.#host.settle(job, err(failure));
      return;
    }
    job.returns += 1;
    this.#host.apply(job, { type: 'deferred' });
  }
}

/** Its room is reserved and its bytes are declared: only an address is missing. */
function isAgain(job: Job): boolean {
  return job.declared !== undefined;
}

/** What is completed by one question. */
interface Group {
  readonly files: readonly Stored[];
  readonly receipts: StoreReceipt[];
}
