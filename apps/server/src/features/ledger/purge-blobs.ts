import type { Tx } from '../../platform/db/db.ts';
import { lockSpace } from '../spaces/index.ts';
import { moveBlobs } from './move-blob.ts';
import { lockBlobs } from './store/blobs.ts';

/**
 * Frees the quota of objects that no version refers to any more; requires the space lock. The store keeps them for
 * `keptMs`, up to the space's quota of purged bytes; objects beyond it are deleted at once and count until then.
 */
export async function purgeBlobs(
  tx: Tx,
  {
    spaceId,
    blobIds,
    now,
    keptMs,
  }: {
    readonly spaceId: string;
    readonly blobIds: readonly string[];
    readonly now: Date;
    readonly keptMs: number;
  },
): Promise<void> {
  const space = blobIds.length === 0 ? undefined : await lockSpace(tx, spaceId);
  if (space === undefined) return;
  const kept = new Date(now.getTime() + keptMs);
  let room = space.quota_bytes - space.purged_bytes;
  const purges = (await lockBlobs(tx, blobIds)).map((blob) => {
    const isPurged = blob.size_bytes <= room;
    if (isPurged) room -= blob.size_bytes;
    return { blobId: blob.id, isPurged };
  });
  await moveBlobs(tx, { now, moves: purges.map((purge) => ({ ...purge, to: 'unreferenced' })) });
  await moveBlobs(tx, {
    now,
    moves: purges.map(({ blobId, isPurged }) => ({
      blobId,
      to: 'quarantined',
      deleteAfter: isPurged ? kept : now,
    })),
  });
}
