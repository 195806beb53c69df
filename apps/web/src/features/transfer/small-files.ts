import {
  type CreateUploadsResult,
  LIMITS,
  type NodeId,
  type UploadId,
  type UploadView,
} from '@coffer/contracts';
import { err, MIB, ok } from '@coffer/kit';
import { faultOf, type Job, type LaneHost } from './job.ts';
import type { TransferFailure } from './machine.ts';
import { isPassing, patiently } from './patiently.ts';
import type { CreateUpload } from './create-upload.ts';
import type { Digests } from './ports.ts';
import { createReservation } from './reservation.ts';
import { sendPart, type Signature } from './send-part.ts';
import { isRepairable, requestOf, signerOf } from './upload-file.ts';

/** Bytes of one question for room: hashing them must not keep the lines waiting. */
const BATCH_MAX_BYTES = 32 * MIB;
/** Reserved and not yet sent: the next question is asked while this much is left to send. */
const READY_LOW = LIMITS.uploadBatchMax;
const PREPARING_MAX = 2;
const COMPLETING_MAX = 2;
/** Files are completed when there are as many as this, when nothing else is to do, or when one has waited long enough. */
const COMPLETED_TOGETHER = 50;
const COMPLETED_AFTER_MS = 300;
const RETURNS_MAX = 3;

/** A job from the moment when it was taken from the queue until it is paused or given up: then somebody else has it. */
interface Taken {
  readonly job: Job;
  readonly signal: AbortSignal;
}

interface Located extends Taken {
  readonly file: File;
  /** All of it. Of a slice a browser knows the size; of a file it asks the disk each time, and its name goes with a form. */
  readonly body: Blob;
  readonly folderId: NodeId;
}

interface Hashed extends Located {
  readonly digests: Digests;
}

/** A file that has its place at the server and its address at the store. */
interface Ready extends Hashed {
  readonly upload: UploadView;
  readonly signature: Signature;
}

type Item = CreateUploadsResult['items'][number];

/**
 * The lane of files of one part. They are hashed, reserved and completed by the hundred, so that none of them waits for a round trip
 * of its own; while some are sent, the next are prepared. What goes wrong with one of them is left to the other lane, which
 * takes a file by itself from wherever it stands.
 */
export class SmallFiles {
  readonly #host: LaneHost;
  readonly #waiting: Set<Job>;
  readonly #ready = new Set<Ready>();
  readonly #sent = new Map<UploadId, Ready>();
  /** Whether the store wants MD5 beside SHA-256: learned from every reservation. */
  #level: UploadView['integrity'] | undefined;
  #preparing = 0;
  #sending = 0;
  #completing = 0;
  /** When the first of those that were sent has waited long enough. */
  #dueAt = 0;

  constructor(host: LaneHost, waiting: Set<Job>) {
    this.#host = host;
    this.#waiting = waiting;
  }

  /** Does whatever can be done now. */
  pump(): void {
    while (this.#preparing < PREPARING_MAX && this.#ready.size < READY_LOW && this.#waiting.size > 0) {
      this.#preparing += 1;
      void this.#prepare(this.#nextBatch()).finally(() => {
        this.#preparing -= 1;
        this.#host.pump();
      });
    }
    for (const ready of this.#ready) {
      if (this.#sending >= LIMITS.requestsInFlightMax) break;
      this.#ready.delete(ready);
      this.#sending += 1;
      void this.#send(ready).finally(() => {
        this.#sending -= 1;
        this.#host.pump();
      });
    }
    while (this.#isWorthCompleting()) {
      this.#completing += 1;
      const group = [...this.#sent.values()].slice(0, LIMITS.uploadBatchMax);
      void this.#complete(group).finally(() => {
        this.#completing -= 1;
        this.#host.pump();
      });
    }
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
      if (jobs.length > 0 && job.batch !== jobs[0]?.batch) break;
      if (jobs.length >= LIMITS.uploadBatchMax || (jobs.length > 0 && bytes > BATCH_MAX_BYTES)) break;
      jobs.push(job);
    }
    return jobs.map((job) => {
      this.#host.apply(job, { type: 'started' });
      return { job, signal: job.abort.signal };
    });
  }

  async #prepare(taken: readonly Taken[]): Promise<void> {
    const { ports, life } = this.#host;
    try {
      const hashed = await this.#hashed(taken);
      const requests = hashed.map(
        ({ job, file: { type, lastModified }, body: { size }, folderId, digests }): CreateUpload => ({
          ...requestOf(
            { size, type, lastModified },
            {
              parentId: folderId,
              name: job.transfer.name,
              conflict: job.transfer.conflict,
            },
          ),
          parts: [{ number: 1, ...digests }],
        }),
      );
      if (hashed.length === 0) return;
      const reservation = createReservation(ports, { key: ports.newId(), requests });
      for (const [index, { job }] of hashed.entries()) job.place = { reservation, index };
      await this.#host.asking(
        reservation,
        hashed.map(({ job }) => job),
      );
      const asked = await reservation.ask(allAborted(hashed.map(({ signal }) => signal)));
      if (asked.ok) {
        const ids = asked.value.map((item) => (item.outcome === 'created' ? item.upload.id : null));
        this.#host.told(
          reservation,
          hashed.map(({ job }) => job),
          ids,
        );
      }
      for (const [index, one] of hashed.entries()) {
        if (one.signal.aborted) continue;
        if (asked.ok) this.#reserved(one, asked.value[index]);
        else this.#host.settle(one.job, asked);
      }
    } catch (error) {
      if (life.aborted) return;
      for (const { job, signal } of taken) if (!signal.aborted) this.#host.settle(job, err(faultOf(error)));
    }
  }

  /** Their folders and their checksums. Files whose folder cannot be made, or that cannot be read, are settled on the way. */
  async #hashed(taken: readonly Taken[]): Promise<readonly Hashed[]> {
    const { life, ports } = this.#host;
    const found = await Promise.all(taken.map((one) => this.#located(one)));
    const here = found.filter((one) => one !== undefined).filter(({ signal }) => !signal.aborted);
    const withMd5 = this.#level === 2 || here.some(({ job }) => job.isDoubted);
    const digests = await ports.hash(
      here.map(({ body }) => body),
      { withMd5 },
      life,
    );
    return here.flatMap((one, index) => {
      const sums = digests[index];
      if (one.signal.aborted) return [];
      if (sums !== undefined) return [{ ...one, digests: sums }];
      this.#host.settle(one.job, err({ code: 'file_unreadable' }));
      return [];
    });
  }

  async #located({ job, signal }: Taken): Promise<Located | undefined> {
    try {
      const [folder, file] = await Promise.all([job.batch.folders.folderAt(job.folderPath), job.source?.()]);
      if (signal.aborted) return undefined;
      if (folder.ok && file !== undefined)
        return { job, signal, file, body: file.slice(), folderId: folder.value };
      this.#host.settle(job, folder.ok ? err({ code: 'file_unreadable' }) : folder);
    } catch (error) {
      if (!signal.aborted) this.#host.settle(job, err(faultOf(error)));
    }
    return undefined;
  }

  #reserved(one: Hashed, item: Item | undefined): void {
    const { job } = one;
    if (item === undefined) this.#host.settle(job, err({ code: 'internal' }));
    else if (item.outcome === 'skipped') this.#host.settle(job, ok({ kind: 'skipped' }));
    else if (item.outcome === 'failed') this.#refused(job, item);
    else {
      this.#level = item.upload.integrity;
      this.#host.apply(job, { type: 'reserved', uploadId: item.upload.id });
      const [part] = item.signed;
      if (part === undefined) {
        this.#host.apply(job, { type: 'deferred' });
        return;
      }
      const signature = { part, at: this.#host.ports.now() };
      this.#ready.add({ ...one, upload: item.upload, signature });
    }
  }

  /** One of many was refused: for a reason that passes, or because the store wants MD5, which is only known by trying. */
  #refused(job: Job, failure: TransferFailure): void {
    const isNew = !job.isDoubted && failure.code === 'invalid_request';
    if (job.returns >= RETURNS_MAX || !(isNew || isPassing(failure))) {
      this.#host.settle(job, err(failure));
      return;
    }
    job.returns += 1;
    job.isDoubted ||= isNew;
    job.place = undefined;
    this.#host.apply(job, { type: 'deferred' });
  }

  async #send(ready: Ready): Promise<void> {
    const { job, signal, upload, body, digests, signature } = ready;
    const { ports } = this.#host;
    if (signal.aborted) return;
    try {
      const sent = await sendPart(
        ports,
        {
          cargo: 'file',
          body,
          checksums: { number: 1, ...digests },
          signature,
          sign: signerOf(ports, upload.id, signal),
          onProgress: (sentBytes) => this.#host.apply(job, { type: 'progressed', sentBytes }),
        },
        signal,
      );
      signal.throwIfAborted();
      if (!sent.ok) this.#host.settle(job, sent);
      else if (this.#host.apply(job, { type: 'sent' })) this.#stored(ready);
    } catch (error) {
      // Paused, cancelled or signed out: the phase says so already.
      if (!signal.aborted) this.#host.settle(job, err(faultOf(error)));
    }
  }

  #stored(ready: Ready): void {
    const { ports, life } = this.#host;
    if (this.#sent.size === 0) {
      this.#dueAt = ports.now() + COMPLETED_AFTER_MS;
      // After a sign-out there is nothing to be done.
      void ports.sleep(COMPLETED_AFTER_MS, life).then(
        () => this.#host.pump(),
        () => undefined,
      );
    }
    this.#sent.set(ready.upload.id, ready);
  }

  async #complete(group: readonly Ready[]): Promise<void> {
    const { ports, life: signal } = this.#host;
    const ids = group.map(({ upload }) => upload.id);
    for (const id of ids) this.#sent.delete(id);
    try {
      const answer = await patiently({ ports, signal }, () => ports.api.completeUploads(ids, signal));
      for (const [index, { job, signal: own, folderId }] of group.entries()) {
        if (own.aborted) continue;
        const item = answer.ok ? answer.value.items[index] : undefined;
        if (item?.outcome === 'committed') this.#host.arrived(job, folderId, item.node);
        else this.#incomplete(job, answer.ok ? (item ?? { code: 'internal' }) : answer.error);
      }
    } catch (error) {
      if (signal.aborted) return;
      for (const { job, signal: own } of group) if (!own.aborted) this.#host.settle(job, err(faultOf(error)));
    }
  }

  /** The other lane asks what the store holds, and sends it again if it must. */
  #incomplete(job: Job, failure: TransferFailure): void {
    const isWorth = isRepairable(failure) || isPassing(failure) || isGone(failure);
    if (job.returns >= RETURNS_MAX || !isWorth) {
      this.#host.settle(job, err(failure));
      return;
    }
    job.returns += 1;
    this.#host.apply(job, { type: 'deferred' });
  }
}

/** Aborted once each of them is: while one file of many still waits for the answer, it is waited for. */
function allAborted(signals: readonly AbortSignal[]): AbortSignal {
  const all = new AbortController();
  let left = signals.length;
  const leave = (): void => {
    left -= 1;
    if (left === 0) all.abort(new DOMException('none of the files is wanted', 'AbortError'));
  };
  for (const signal of signals) {
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
  return all.signal;
}

function isGone(failure: TransferFailure): boolean {
  return failure.code === 'upload_expired' || failure.code === 'upload_not_found';
}
