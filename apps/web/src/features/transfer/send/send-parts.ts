import { LIMITS, partSizeOf, type UploadView } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { TransferFailure } from '../model/machine.ts';
import { detectBodySizeLimit } from './body-size-limit.ts';
import { createPartQueue, type ReadyPart } from './part-queue.ts';
import { sendPart, signerOf } from './send-part.ts';
import type { UploadPorts, UploadRun } from './upload-run.ts';

/** Sends parts in parallel. The first failure stops all others of this file. */
export async function sendParts(
  run: UploadRun,
  upload: UploadView,
  numbers: readonly number[],
): Promise<Result<void, TransferFailure>> {
  const stop = new AbortController();
  const both = AbortSignal.any([run.signal, stop.signal]);
  const queue = createPartQueue({ ports: run.ports, file: run.task.file, upload, numbers, signal: both });
  const report = progressOf(run, upload, numbers);
  const ports = { ...run.ports, put: detectBodySizeLimit(run.ports.put) };
  let failure: TransferFailure | undefined;
  const work = async (): Promise<void> => {
    for (;;) {
      const part = await queue.next();
      if (part.ok && part.value === undefined) return;
      const done =
        part.ok && part.value !== undefined
          ? await sendOne(ports, { upload, part: part.value, report }, both)
          : part;
      if (done.ok) continue;
      failure ??= done.error;
      stop.abort(new DOMException('another failed', 'AbortError'));
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
  ports: UploadPorts,
  { upload, part, report }: Sending,
  signal: AbortSignal,
): Promise<Result<unknown, TransferFailure>> {
  const { number, body, checksums, signature } = part;
  const sent = await sendPart(
    ports,
    {
      slotKind: 'part',
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
