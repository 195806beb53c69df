import type { CreateUploadsResult, UploadId } from '@coffer/contracts';
import type { LaneHost } from './job.ts';
import { retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import { whenAllAborted, type HashedFile } from './store-request.ts';

export interface RenewedSignatures {
  readonly files: readonly HashedFile[];
  readonly answer: CreateUploadsResult;
}

/**
 * Signs uploads of an earlier page as they were declared. Changed files and refused ones move to the single-file lane.
 */
export async function renewSignatures(
  host: LaneHost,
  hashed: readonly HashedFile[],
): Promise<RenewedSignatures | undefined> {
  const { ports } = host;
  const same = new Map<UploadId, HashedFile>();
  for (const one of hashed) {
    const { declaredChecksums, transfer } = one.job;
    one.job.declaredChecksums = undefined;
    if (transfer.uploadId !== undefined && declaredChecksums?.sha256 === one.digests.sha256)
      same.set(transfer.uploadId, one);
    else host.apply(one.job, { type: 'deferred' });
  }
  if (same.size === 0) return undefined;
  const signal = whenAllAborted([...same.values()].map((one) => one.signal));
  const answer = await retryUntilAvailable({ ports, signal }, () =>
    ports.api.signUploads([...same.keys()], signal),
  );
  if (!answer.ok) {
    for (const { job, signal: own } of same.values()) if (!own.aborted) host.setOutcome(job, answer);
    return undefined;
  }
  const { items, ...more } = answer.value;
  const created = items.filter((item) => item.outcome === 'created');
  const files = created.map(({ upload }) => same.get(upload.id)).filter((one) => one !== undefined);
  for (const one of same.values())
    if (!files.includes(one) && !one.signal.aborted) host.apply(one.job, { type: 'deferred' });
  return { files, answer: { items: created, ...more } };
}
