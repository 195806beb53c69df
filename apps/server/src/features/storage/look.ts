import type { BlobHead, Blobs, StoreFailure } from '../../platform/blobs/blobs.ts';
import type { Stop } from './model.ts';

/**
 * Reads the metadata of an object; any failure other than a missing object stops the job. A missing object counts only
 * if the bucket responds, because `HEAD` returns the same status for a missing bucket.
 */
export async function look(
  blobs: Pick<Blobs, 'head' | 'ping'>,
  key: string,
): Promise<{ readonly head: BlobHead | undefined } | Stop> {
  const head = await blobs.head(key);
  if (!head.ok) return stopFor(head.error);
  if (head.value !== undefined) return { head: head.value };
  const pinged = await blobs.ping();
  return pinged.ok ? { head: undefined } : stopFor(pinged.error);
}

export function stopFor(failure: StoreFailure): Stop {
  return { stop: failure.code === 'store_refused' ? `store_refused:${failure.diagnosis}` : failure.code };
}
