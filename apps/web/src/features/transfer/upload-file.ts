import {
  type ConflictRule,
  LIMITS,
  type NodeId,
  type NodeView,
  partSizeOf,
  type UploadId,
  type UploadStatus,
  type UploadView,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Lines } from './lines.ts';
import type { TransferFailure } from './machine.ts';
import { createPartStock, type ReadyPart } from './part-stock.ts';
import { patiently } from './patiently.ts';
import type { CreateUpload } from './create-upload.ts';
import type { TransferPorts } from './ports.ts';
import type { Place } from './reservation.ts';
import type { sameParts } from './same-parts.ts';
import { sendPart } from './send-part.ts';

const REPAIRS_MAX = 3;

/** One file and where it goes. */
export interface UploadTask {
  readonly file: File;
  /** Reserved before: go on with it. */
  readonly uploadId: UploadId | undefined;
  /** Asked for before, or to be asked for now. */
  readonly place: Place;
  /** Set where the file was picked again, or read again after a reload: it must show that it is still the one that was begun. */
  readonly isSame: typeof sameParts | undefined;
}

export interface UploadObserver {
  readonly onReserved: (upload: UploadView) => void;
  readonly onProgress: (sentBytes: number) => void;
  readonly onSent: () => void;
}

export type UploadOutcome =
  | { readonly kind: 'committed'; readonly node: NodeView }
  | { readonly kind: 'skipped' };

type Uploaded = Promise<Result<UploadOutcome, TransferFailure>>;
export type UploadPorts = TransferPorts & { readonly lines: Lines };

/** Everything that one run of one file needs. */
export interface UploadRun {
  readonly ports: UploadPorts;
  readonly task: UploadTask;
  readonly observer: UploadObserver;
  readonly signal: AbortSignal;
}

/** What is asked of the server for a file. Without the checksums of parts: those of a large file come later. */
export function requestOf(
  file: Pick<File, 'size' | 'type' | 'lastModified'>,
  place: { readonly parentId: NodeId; readonly name: string; readonly conflict: ConflictRule },
): CreateUpload {
  return {
    parentId: place.parentId,
    name: place.name,
    sizeBytes: file.size,
    mediaType: file.type.slice(0, 255),
    modifiedAt: new Date(file.lastModified).toISOString(),
    conflict: place.conflict,
  };
}

/**
 * Takes one file from reservation to commit. Rejects with the signal's reason when paused or cancelled; what the store holds
 * by then is found again by the next run with the same `uploadId`.
 */
export async function uploadFile(run: UploadRun): Uploaded {
  const { ports, observer, task } = run;
  const reserved = await reserve(run);
  if (!reserved.ok) return reserved;
  if (reserved.value === 'skipped') return ok({ kind: 'skipped' });
  const { upload } = reserved.value;
  // Where nobody can tell what a part was, it is sent again.
  const stored = reserved.value.stored.filter(
    (part) => task.isSame === undefined || part.sha256 !== undefined,
  );
  if (upload.state === 'committed') return await complete(run, upload);
  if (upload.sizeBytes !== task.file.size) return err({ code: 'file_changed' });
  const isSame = (await task.isSame?.(ports, { file: task.file, upload, stored }, run.signal)) ?? true;
  if (!isSame) return err({ code: 'file_changed' });
  observer.onReserved(upload);

  let missing = missingParts(upload, stored);
  for (let repairs = 0; repairs < REPAIRS_MAX; repairs += 1) {
    const sent = await sendParts(run, upload, missing);
    if (!sent.ok) return sent;
    observer.onSent();
    const completed = await complete(run, upload);
    if (completed.ok || !isRepairable(completed.error)) return completed;
    const status = await patiently(run, () => ports.api.getUpload(upload.id, run.signal));
    if (!status.ok) return status;
    missing = missingParts(upload, status.value.stored);
  }
  return err({ code: 'upload_incomplete' });
}

/** The upload at the server, with what the store holds of it. */
async function reserve(run: UploadRun): Promise<Result<UploadStatus | 'skipped', TransferFailure>> {
  const { task, signal } = run;
  if (task.uploadId !== undefined) return await statusOf(run, task.uploadId);
  const asked = await task.place.reservation.ask(signal);
  if (!asked.ok) return asked;
  const item = asked.value[task.place.index];
  if (item === undefined) return err({ code: 'internal' });
  if (item.outcome === 'failed') return err(item);
  if (item.outcome === 'skipped') return ok('skipped');
  // Reserved with others, a while ago: somebody else may have gone on with it.
  if (item.signed.length > 0) return await statusOf(run, item.upload.id);
  return ok({ upload: item.upload, stored: [] });
}

async function statusOf(run: UploadRun, uploadId: UploadId): Promise<Result<UploadStatus, TransferFailure>> {
  const { api } = run.ports;
  return await patiently(run, () => api.getUpload(uploadId, run.signal));
}

/** Sends the parts side by side. The first failure stops the others of this file. */
async function sendParts(
  run: UploadRun,
  upload: UploadView,
  numbers: readonly number[],
): Promise<Result<void, TransferFailure>> {
  const stop = new AbortController();
  const both = AbortSignal.any([run.signal, stop.signal]);
  const stock = createPartStock({ ports: run.ports, file: run.task.file, upload, numbers, signal: both });
  const report = progressOf(run, upload, numbers);
  let failure: TransferFailure | undefined;
  const work = async (): Promise<void> => {
    for (;;) {
      const part = await stock.next();
      if (part.ok && part.value === undefined) return;
      const done =
        part.ok && part.value !== undefined
          ? await sendOne(run, { upload, part: part.value, report }, both)
          : part;
      if (done.ok) continue;
      failure ??= done.error;
      stop.abort(new DOMException('another part of the file failed', 'AbortError'));
      return;
    }
  };
  const workers = Array.from({ length: Math.min(LIMITS.partsInFlightMax, numbers.length) }, work);
  const ends = await Promise.allSettled(workers);
  run.signal.throwIfAborted();
  if (failure !== undefined) return err(failure);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return ok(undefined);
}

/** Adds up what the store holds and what has left. */
function progressOf(
  { observer }: UploadRun,
  upload: UploadView,
  numbers: readonly number[],
): (number: number, sentBytes: number) => void {
  const sent = new Map<number, number>();
  let total = upload.sizeBytes;
  for (const number of numbers) total -= partSizeOf(upload.sizeBytes, number);
  observer.onProgress(total);
  return (number, sentBytes) => {
    total += sentBytes - (sent.get(number) ?? 0);
    sent.set(number, sentBytes);
    observer.onProgress(total);
  };
}

interface Sending {
  readonly upload: UploadView;
  readonly part: ReadyPart;
  readonly report: (number: number, sentBytes: number) => void;
}

async function sendOne(
  { ports }: UploadRun,
  { upload, part, report }: Sending,
  signal: AbortSignal,
): Promise<Result<void, TransferFailure>> {
  const { number, body, checksums, signature } = part;
  const sent = await sendPart(
    ports,
    {
      cargo: upload.partCount === 1 ? 'file' : 'part',
      body,
      checksums,
      signature,
      sign: signerOf(ports, upload.id, signal),
      onProgress: (sentBytes) => report(number, sentBytes),
    },
    signal,
  );
  if (sent.ok) report(number, partSizeOf(upload.sizeBytes, number));
  return sent;
}

/** Signs one part again. */
export function signerOf(
  ports: UploadPorts,
  uploadId: UploadId,
  signal: AbortSignal,
): Parameters<typeof sendPart>[1]['sign'] {
  return async (checksums) => {
    const answer = await ports.api.signParts(uploadId, [checksums], signal);
    if (!answer.ok) return answer;
    const fresh = answer.value.signed.find((one) => one.number === checksums.number);
    return fresh === undefined ? err({ code: 'internal' }) : ok(fresh);
  };
}

/** The upload is still open: parts that are missing or damaged can be sent again. */
export function isRepairable(failure: TransferFailure): boolean {
  if (failure.code === 'upload_incomplete') return true;
  return failure.code === 'checksum_mismatch' && failure.facts?.['state'] === 'uploading';
}

async function complete(run: UploadRun, upload: UploadView): Uploaded {
  const { ports, signal } = run;
  const completed = await patiently(run, () => ports.api.completeUpload(upload.id, signal));
  return completed.ok ? ok({ kind: 'committed', node: completed.value.node }) : completed;
}

/** What the store does not hold whole. A part of another size was interrupted and is sent again. */
function missingParts(upload: UploadView, stored: UploadStatus['stored']): readonly number[] {
  const held = new Set(
    stored
      .filter((part) => part.sizeBytes === partSizeOf(upload.sizeBytes, part.number))
      .map((part) => part.number),
  );
  return Array.from({ length: upload.partCount }, (_, index) => index + 1).filter(
    (number) => !held.has(number),
  );
}
