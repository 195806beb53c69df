import type { BlobHead, Blobs, StoreFailure } from '../../platform/blobs/blobs.ts';
import type { Stop } from './model.ts';

/**
 * Asks for one object by its key: there with its head, or not there. A "not found" counts only when the bucket itself answers,
 * because a `HEAD` cannot tell the two apart. Everything else is a reason to stop.
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

/** Why the store's answer ends a job. */
export function stopFor(failure: StoreFailure): Stop {
  return { stop: failure.code === 'store_refused' ? `store_refused:${failure.diagnosis}` : failure.code };
}
