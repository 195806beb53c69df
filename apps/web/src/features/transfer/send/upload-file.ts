import { partSizeOf, type UploadId, type UploadStatus, type UploadView } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { isRepairable } from './failures.ts';
import type { TransferFailure } from '../model/machine.ts';
import { retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import { sendPart, signerOf } from './send-part.ts';
import { sendParts } from './send-parts.ts';
import type { UploadOutcome, UploadRun } from './upload-run.ts';

const REPAIRS_MAX = 3;

type Uploaded = Promise<Result<UploadOutcome, TransferFailure>>;

/**
 * Uploads one file, from reservation to commit. Rejects with the signal's reason when paused or cancelled; a later run
 * with the same `uploadId` resumes.
 */
export async function uploadFile(run: UploadRun): Uploaded {
  const { ports, observer, task } = run;
  const reserved = await reserve(run);
  if (!reserved.ok) return reserved;
  if (reserved.value === 'skipped') return ok({ kind: 'skipped' });
  const { upload } = reserved.value;
  // Stored parts without a checksum cannot be compared, so they are sent again.
  const stored = reserved.value.stored.filter(
    (part) => task.matchesStored === undefined || part.sha256 !== undefined,
  );
  if (upload.state === 'committed') return await complete(run, upload);
  if (upload.sizeBytes !== task.file.size) return err({ code: 'file_changed' });
  const isSame = (await task.matchesStored?.(ports, { file: task.file, upload, stored }, run.signal)) ?? true;
  if (!isSame) return err({ code: 'file_changed' });
  observer.onReserved(upload);

  let missing = missingParts(upload, stored);
  for (let repairs = 0; repairs < REPAIRS_MAX; repairs += 1) {
    const sent = await send(run, upload, missing);
    if (!sent.ok) return sent;
    observer.onSent();
    const completed = await complete(run, upload);
    if (completed.ok || !isRepairable(completed.error)) return completed;
    const status = await retryUntilAvailable(run, () => ports.api.getUpload(upload.id, run.signal));
    if (!status.ok) return status;
    missing = missingParts(upload, status.value.stored);
  }
  return err({ code: 'upload_incomplete' });
}

async function reserve(run: UploadRun): Promise<Result<UploadStatus | 'skipped', TransferFailure>> {
  const { task, signal } = run;
  if (task.uploadId !== undefined) return await statusOf(run, task.uploadId);
  const reserved = await task.reservationItem.reservation.send(signal);
  if (!reserved.ok) return reserved;
  const item = reserved.value.items[task.reservationItem.index];
  if (item === undefined) return err({ code: 'internal' });
  if (item.outcome === 'failed') return err(item);
  if (item.outcome === 'skipped') return ok('skipped');
  // If the upload was reserved in a batch or signed before, another run may have sent parts since.
  if (reserved.value.items.length > 1 || item.signed.length > 0) return await statusOf(run, item.upload.id);
  return ok({ upload: item.upload, stored: [] });
}

async function statusOf(run: UploadRun, uploadId: UploadId): Promise<Result<UploadStatus, TransferFailure>> {
  const { api } = run.ports;
  return await retryUntilAvailable(run, () => api.getUpload(uploadId, run.signal));
}

async function send(
  run: UploadRun,
  upload: UploadView,
  missing: readonly number[],
): Promise<Result<unknown, TransferFailure>> {
  if (missing.length === 0) return ok(undefined);
  return upload.partCount === 1 ? await sendWhole(run, upload) : await sendParts(run, upload, missing);
}

async function sendWhole(
  { ports, task: { file }, observer, signal }: UploadRun,
  upload: UploadView,
): Promise<Result<unknown, TransferFailure>> {
  const [digests] = await ports.hash([file], { withMd5: upload.integrity === 2 }, signal);
  if (digests === undefined) return err({ code: 'file_unreadable' });
  return await sendPart(
    ports,
    {
      slotKind: 'file',
      body: file,
      checksums: { number: 1, ...digests },
      sign: signerOf(ports, upload.id, signal),
      onProgress: observer.onProgress,
    },
    signal,
  );
}

async function complete(run: UploadRun, upload: UploadView): Uploaded {
  const { ports, signal } = run;
  const completed = await retryUntilAvailable(run, () => ports.api.completeUpload(upload.id, signal));
  return completed.ok ? ok({ kind: 'committed', node: completed.value.node }) : completed;
}

/** A stored part of another size is incomplete, so it is sent again. */
function missingParts(upload: UploadView, stored: UploadStatus['stored']): readonly number[] {
  const whole = new Set(
    stored
      .filter((part) => part.sizeBytes === partSizeOf(upload.sizeBytes, part.number))
      .map((part) => part.number),
  );
  return Array.from({ length: upload.partCount }, (_, index) => index + 1).filter(
    (number) => !whole.has(number),
  );
}
