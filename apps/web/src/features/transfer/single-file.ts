import type { NodeId } from '@coffer/contracts';
import { err } from '@coffer/kit';
import { requestOf } from './create-upload.ts';
import { isGone, type Job, type LaneHost, startOver } from './job.ts';
import { createReservation } from './reservation.ts';
import { uploadFile } from './upload-file.ts';

/**
 * The lane of files that go by themselves: those of several parts, and whatever is to go on from where it stands. Rejects with the signal's
 * reason when paused or cancelled.
 */
export async function runSingle(host: LaneHost, job: Job, folderId: NodeId): Promise<void> {
  const { signal } = job.abort;
  const file = await job.source?.();
  signal.throwIfAborted();
  if (file === undefined) {
    host.settle(job, err({ code: 'file_unreadable' }));
    return;
  }
  let outcome = await runOnce(host, { job, file, folderId });
  if (!outcome.ok && isGone(outcome.error)) {
    startOver(host, job);
    outcome = await runOnce(host, { job, file, folderId });
  }
  signal.throwIfAborted();
  if (outcome.ok && outcome.value.kind === 'committed') host.arrived(job, outcome.value.node);
  else host.settle(job, outcome);
}

interface Given {
  readonly job: Job;
  readonly file: File;
  readonly folderId: NodeId;
}

async function runOnce(host: LaneHost, { job, file, folderId }: Given): ReturnType<typeof uploadFile> {
  const { ports } = host;
  const { name, conflict, uploadId } = job.transfer;
  const place = job.place ?? {
    reservation: createReservation(ports, {
      key: ports.newId(),
      requests: [requestOf(file, { parentId: folderId, name, conflict })],
    }),
    index: 0,
  };
  const isNew = job.place === undefined;
  job.place = place;
  const tell = isNew ? await host.asking(place.reservation, [job]) : undefined;
  return await uploadFile({
    ports,
    task: { file, uploadId, place, isSame: job.isSame },
    observer: {
      onReserved: (upload) => {
        host.apply(job, { type: 'reserved', uploadId: upload.id });
        tell?.([upload.id]);
      },
      onProgress: (sentBytes) => host.apply(job, { type: 'progressed', sentBytes }),
      onSent: () => host.apply(job, { type: 'sent' }),
    },
    signal: job.abort.signal,
  });
}
