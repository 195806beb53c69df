import {
  type ConflictRule,
  LIMITS,
  type NodeId,
  type NodeView,
  type PartChecksums,
  partCountFor,
  partSizeOf,
  type SignedPart,
  type UploadId,
  type UploadView,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import type { Permits } from './permits.ts';
import type { CreateUpload, Digests, TransferPorts } from './ports.ts';
import { patiently } from './patiently.ts';
import { sendPart } from './send-part.ts';

const REPAIRS_MAX = 3;

/** One file and where it goes. */
export interface UploadTask {
  readonly file: File;
  readonly name: string;
  readonly parentId: NodeId;
  readonly conflict: ConflictRule;
  /** Reserved before: go on with it. */
  readonly uploadId: UploadId | undefined;
  readonly reservation: Reservation;
}

/**
 * One reservation, however often it is asked for. The server gives the same answer to the same request under the same key, so
 * a lost answer reserves once; another request under the key is refused, so what was asked is kept.
 */
export interface Reservation {
  readonly key: string;
  /** Set when it is asked for the first time. */
  request: CreateUpload | undefined;
}

export interface UploadObserver {
  readonly onReserved: (uploadId: UploadId) => void;
  readonly onProgress: (sentBytes: number) => void;
  readonly onSent: () => void;
  /** Learned from every reservation: whether the store wants MD5 beside SHA-256. Undefined until the first one. */
  readonly integrity: { level: 1 | 2 | 3 | undefined };
}

export type UploadOutcome =
  | { readonly kind: 'committed'; readonly node: NodeView }
  | { readonly kind: 'skipped' };

type Uploaded = Promise<Result<UploadOutcome, TransferFailure>>;
type Ports = TransferPorts & { readonly permits: Permits };

/** Everything that one run of one file needs. */
export interface UploadRun {
  readonly ports: Ports;
  readonly task: UploadTask;
  readonly observer: UploadObserver;
  readonly signal: AbortSignal;
}

/**
 * Takes one file from reservation to commit. Rejects with the signal's reason when paused or cancelled; what the store holds
 * by then is found again by the next run with the same `uploadId`.
 */
export async function uploadFile(run: UploadRun): Uploaded {
  const { ports, observer } = run;
  const reserved = await reserve(run);
  if (!reserved.ok) return reserved;
  if (reserved.value.kind === 'skipped') return ok({ kind: 'skipped' });
  const { upload, signed, digests, stored } = reserved.value;
  observer.onReserved(upload.id);
  observer.integrity.level = upload.integrity;
  if (upload.state === 'committed') return await complete(run, upload);

  let missing = partNumbers(upload).filter((number) => !stored.has(number));
  for (let repairs = 0; repairs < REPAIRS_MAX; repairs += 1) {
    const sent = await sendParts({ run, upload, numbers: missing, signed, digests });
    if (!sent.ok) return sent;
    observer.onSent();
    const completed = await complete(run, upload);
    if (completed.ok || !isRepairable(completed.error)) return completed;
    const status = await patiently(run, () => ports.api.getUpload(upload.id, run.signal));
    if (!status.ok) return status;
    const held = heldParts(upload, status.value.stored);
    missing = partNumbers(upload).filter((number) => !held.has(number));
    signed.clear();
  }
  return err({ code: 'upload_incomplete' });
}

type Reserved =
  | { readonly kind: 'skipped' }
  | {
      readonly kind: 'open';
      readonly upload: UploadView;
      readonly signed: Map<number, SignedPart>;
      /** Checksums that were computed before the reservation. */
      readonly digests: ReadonlyMap<number, Digests>;
      readonly stored: ReadonlySet<number>;
    };

async function reserve(run: UploadRun): Promise<Result<Reserved, TransferFailure>> {
  const { ports, task, signal } = run;
  const { uploadId } = task;
  if (uploadId !== undefined) {
    const status = await patiently(run, () => ports.api.getUpload(uploadId, signal));
    if (!status.ok) return status;
    const stored = heldParts(status.value.upload, status.value.stored);
    return ok({
      kind: 'open' as const,
      upload: status.value.upload,
      signed: new Map(),
      digests: new Map(),
      stored,
    });
  }
  const { reservation } = task;
  const request = reservation.request ?? (await requestOf(run));
  signal.throwIfAborted();
  reservation.request = request;
  const created = await patiently(run, () => ports.api.createUpload(request, reservation.key, signal));
  if (!created.ok) return created;
  if (created.value.outcome === 'skipped') return ok({ kind: 'skipped' });
  const signed = new Map(created.value.signed.map((part) => [part.number, part] as const));
  const digests = new Map<number, Digests>(
    (request.parts ?? []).map(({ number, ...digest }) => [number, digest] as const),
  );
  return ok({ kind: 'open', upload: created.value.upload, signed, digests, stored: new Set() });
}

async function requestOf(run: UploadRun): Promise<CreateUpload> {
  const { task } = run;
  const parts = await firstParts(run);
  return {
    parentId: task.parentId,
    name: task.name,
    sizeBytes: task.file.size,
    mediaType: task.file.type.slice(0, 255),
    modifiedAt: new Date(task.file.lastModified).toISOString(),
    conflict: task.conflict,
    ...(parts === undefined ? {} : { parts }),
  };
}

/** A file of one part is hashed before it is reserved, so that one call reserves and signs. */
async function firstParts({
  ports,
  task,
  observer,
  signal,
}: UploadRun): Promise<PartChecksums[] | undefined> {
  const { level } = observer.integrity;
  if (level === undefined || partCountFor(task.file.size) > 1) return undefined;
  return [{ number: 1, ...(await ports.hash(task.file, { withMd5: level === 2 }, signal)) }];
}

interface Sending {
  readonly run: UploadRun;
  readonly upload: UploadView;
  readonly numbers: readonly number[];
  readonly signed: ReadonlyMap<number, SignedPart>;
  readonly digests: ReadonlyMap<number, Digests>;
}

/** Sends the parts side by side. The first failure stops the others of this file. */
async function sendParts(sending: Sending): Promise<Result<void, TransferFailure>> {
  const { run, upload, numbers } = sending;
  const sent = new Map(partNumbers(upload).map((number) => [number, partSizeOf(upload.sizeBytes, number)]));
  for (const number of numbers) sent.set(number, 0);
  const report = (): void =>
    run.observer.onProgress(Array.from(sent.values()).reduce((sum, bytes) => sum + bytes, 0));
  const stop = new AbortController();
  const both = AbortSignal.any([run.signal, stop.signal]);
  const queue = numbers.values();
  let failure: TransferFailure | undefined;
  const work = async (): Promise<void> => {
    for (const number of queue) {
      const done = await sendOne(sending, { number, signal: both }, (bytes) => {
        sent.set(number, bytes);
        report();
      });
      if (!done.ok) {
        failure ??= done.error;
        stop.abort(new DOMException('another part of the file failed', 'AbortError'));
        return;
      }
      sent.set(number, partSizeOf(upload.sizeBytes, number));
      report();
    }
  };
  const workers = Array.from({ length: Math.min(LIMITS.partsInFlight, numbers.length) }, work);
  const ends = await Promise.allSettled(workers);
  run.signal.throwIfAborted();
  if (failure !== undefined) return err(failure);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return ok(undefined);
}

async function sendOne(
  sending: Sending,
  { number, signal }: { readonly number: number; readonly signal: AbortSignal },
  onProgress: (sentBytes: number) => void,
): Promise<Result<void, TransferFailure>> {
  const { upload } = sending;
  const { ports, task } = sending.run;
  const release = await ports.permits.take(signal);
  try {
    const from = (number - 1) * upload.partSizeBytes;
    const body = task.file.slice(from, from + partSizeOf(upload.sizeBytes, number));
    const signed = sending.signed.get(number);
    const known = sending.digests.get(number);
    const digests = known ?? (await ports.hash(body, { withMd5: upload.integrity === 2 }, signal));
    const checksums = { number, ...digests };
    const sign = async (part: PartChecksums): Promise<Result<SignedPart, TransferFailure>> => {
      const answer = await ports.api.signParts(upload.id, [part], signal);
      if (!answer.ok) return answer;
      const fresh = answer.value.signed.find((one) => one.number === number);
      return fresh === undefined ? err({ code: 'internal' }) : ok(fresh);
    };
    return await sendPart(ports, { body, checksums, sign, signed, onProgress }, signal);
  } finally {
    release();
  }
}

/** The upload is still open: parts that are missing or damaged can be sent again. */
function isRepairable(failure: TransferFailure): boolean {
  if (failure.code === 'upload_incomplete') return true;
  return failure.code === 'checksum_mismatch' && failure.facts?.['state'] === 'uploading';
}

async function complete(run: UploadRun, upload: UploadView): Uploaded {
  const { ports, signal } = run;
  const completed = await patiently(run, () => ports.api.completeUpload(upload.id, signal));
  return completed.ok ? ok({ kind: 'committed', node: completed.value.node }) : completed;
}

function partNumbers(upload: UploadView): readonly number[] {
  return Array.from({ length: upload.partCount }, (_, index) => index + 1);
}

/** Parts that the store holds whole. One of another size was interrupted and is sent again. */
function heldParts(
  upload: UploadView,
  stored: readonly { readonly number: number; readonly sizeBytes: number }[],
): ReadonlySet<number> {
  return new Set(
    stored
      .filter((part) => part.sizeBytes === partSizeOf(upload.sizeBytes, part.number))
      .map((part) => part.number),
  );
}
