import type { NodeId } from '@coffer/contracts';
import { err, type Result } from '@coffer/kit';
import { mediaTypeOf, requestOf } from '../model/upload-request.ts';
import { isReservationGone } from '../send/failures.ts';
import type { StartedJob } from './job.ts';
import type { LanePort } from './lane-port.ts';
import { recordReservation } from './record-reservation.ts';
import type { TransferFailure } from '../model/machine.ts';
import { createReservation } from '../send/reservation.ts';
import { uploadFile } from '../send/upload-file.ts';
import type { UploadOutcome } from '../send/upload-run.ts';

type Uploaded = Promise<Result<UploadOutcome, TransferFailure>>;

/** Uploads a multipart or resumed file. Rejects with the signal's reason when paused or cancelled. */
export async function uploadSingleFile(lane: LanePort, started: StartedJob, folderId: NodeId): Uploaded {
  const { job, signal } = started;
  const file = await job.openFile?.();
  signal.throwIfAborted();
  if (file === undefined) return err({ code: 'file_unreadable' });
  const outcome = await runOnce(lane, { ...started, file, folderId });
  signal.throwIfAborted();
  if (outcome.ok || !isReservationGone(outcome.error)) return outcome;
  lane.report(job, { type: 'restarted' });
  return await runOnce(lane, { ...started, file, folderId });
}

interface SingleFile extends StartedJob {
  readonly file: File;
  readonly folderId: NodeId;
}

async function runOnce({ ports, report }: LanePort, { job, signal, file, folderId }: SingleFile): Uploaded {
  const { name, conflict, uploadId } = job.transfer;
  const isNew = job.reservationItem === undefined;
  const mediaType = isNew ? await mediaTypeOf(file, name) : '';
  signal.throwIfAborted();
  const reservationItem = job.reservationItem ?? {
    reservation: createReservation(ports, {
      key: ports.newId(),
      requests: [requestOf(file, { parentId: folderId, name, conflict, mediaType })],
    }),
    index: 0,
  };
  report(job, { type: 'requested', reservationItem });
  const recordAnswer = isNew ? await recordReservation(ports, reservationItem.reservation, [job]) : undefined;
  return await uploadFile({
    ports,
    task: { file, uploadId, reservationItem, matchesStored: job.matchesStored },
    observer: {
      onReserved: (upload) => {
        report(job, { type: 'reserved', uploadId: upload.id });
        recordAnswer?.([upload.id]);
      },
      onProgress: (sentBytes) => report(job, { type: 'progressed', sentBytes }),
      onSent: () => report(job, { type: 'sent' }),
    },
    signal,
  });
}
