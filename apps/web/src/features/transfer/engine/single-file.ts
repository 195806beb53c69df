import type { NodeId } from '@coffer/contracts';
import { err } from '@coffer/kit';
import { mediaTypeOf, requestOf } from '../model/upload-request.ts';
import { isReservationGone } from '../send/failures.ts';
import { type Job, type LaneHost, startOver } from './job.ts';
import { createReservation } from '../send/reservation.ts';
import { uploadFile } from '../send/upload-file.ts';

/** The lane of multipart and resumed files. Rejects with the signal's reason when paused or cancelled. */
export async function uploadSingleFile(host: LaneHost, job: Job, folderId: NodeId): Promise<void> {
  const { signal } = job.abort;
  const file = await job.openFile?.();
  signal.throwIfAborted();
  if (file === undefined) {
    host.setOutcome(job, err({ code: 'file_unreadable' }));
    return;
  }
  let outcome = await runOnce(host, { job, file, folderId });
  if (!outcome.ok && isReservationGone(outcome.error)) {
    startOver(host, job);
    outcome = await runOnce(host, { job, file, folderId });
  }
  signal.throwIfAborted();
  if (outcome.ok && outcome.value.kind === 'committed') host.setCommitted(job, outcome.value.node);
  else host.setOutcome(job, outcome);
}

interface SingleFile {
  readonly job: Job;
  readonly file: File;
  readonly folderId: NodeId;
}

async function runOnce(host: LaneHost, { job, file, folderId }: SingleFile): ReturnType<typeof uploadFile> {
  const { ports } = host;
  const { name, conflict, uploadId } = job.transfer;
  const isNew = job.reservationItem === undefined;
  const mediaType = isNew ? await mediaTypeOf(file, name) : '';
  job.abort.signal.throwIfAborted();
  const reservationItem = job.reservationItem ?? {
    reservation: createReservation(ports, {
      key: ports.newId(),
      requests: [requestOf(file, { parentId: folderId, name, conflict, mediaType })],
    }),
    index: 0,
  };
  job.reservationItem = reservationItem;
  const recordAnswer = isNew ? await host.recordRequest(reservationItem.reservation, [job]) : undefined;
  return await uploadFile({
    ports,
    task: { file, uploadId, reservationItem, matchesStored: job.matchesStored },
    observer: {
      onReserved: (upload) => {
        host.apply(job, { type: 'reserved', uploadId: upload.id });
        recordAnswer?.([upload.id]);
      },
      onProgress: (sentBytes) => host.apply(job, { type: 'progressed', sentBytes }),
      onSent: () => host.apply(job, { type: 'sent' }),
    },
    signal: job.abort.signal,
  });
}
