import type { CreateUploadsResult, UploadId } from '@coffer/contracts';
import type { LaneHost } from './job.ts';
import { patiently } from './patiently.ts';
import { allAborted, type Hashed } from './shipment.ts';

/** What was signed: one item for each of those that were asked about. */
export interface Signed {
  readonly asked: readonly Hashed[];
  readonly answer: CreateUploadsResult;
}

/**
 * What an earlier page has reserved is signed as it was declared then. A file that has changed since, and whatever cannot be signed so
 * any more, is left to the other lane.
 */
export async function signAgain(host: LaneHost, hashed: readonly Hashed[]): Promise<Signed | undefined> {
  const { ports } = host;
  const same = new Map<UploadId, Hashed>();
  for (const one of hashed) {
    const { declared, transfer } = one.job;
    one.job.declared = undefined;
    if (transfer.uploadId !== undefined && declared?.sha256 === one.digests.sha256)
      same.set(transfer.uploadId, one);
    else host.apply(one.job, { type: 'deferred' });
  }
  if (same.size === 0) return undefined;
  const signal = allAborted([...same.values()].map((one) => one.signal));
  const answer = await patiently({ ports, signal }, () => ports.api.signUploads([...same.keys()], signal));
  if (!answer.ok) {
    for (const { job, signal: own } of same.values()) if (!own.aborted) host.settle(job, answer);
    return undefined;
  }
  const { items, ...more } = answer.value;
  const created = items.filter((item) => item.outcome === 'created');
  const asked = created.map(({ upload }) => same.get(upload.id)).filter((one) => one !== undefined);
  for (const one of same.values())
    if (!asked.includes(one) && !one.signal.aborted) host.apply(one.job, { type: 'deferred' });
  return { asked, answer: { items: created, ...more } };
}
