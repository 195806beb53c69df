import { assert } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { changeUse } from '../spaces/index.ts';
import { chargeChange } from './model.ts';
import { changeSpace } from './store/copies.ts';

/**
 * Moves entries to another space together with their files; from then on they count there. Requires the locks of both
 * spaces, enough quota, and no version elsewhere that refers to them.
 */
export async function transferBlobs(
  tx: Tx,
  transfer: {
    readonly fromSpaceId: string;
    readonly toSpaceId: string;
    readonly blobIds: readonly string[];
    readonly now: Date;
  },
): Promise<void> {
  const { fromSpaceId, toSpaceId, blobIds, now } = transfer;
  if (blobIds.length === 0) return;
  const sizes = await changeSpace(tx, transfer);
  assert(
    sizes.length === blobIds.length,
    'a version refers to an object that is not referenced in its space',
  );
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0);
  const referenced = { state: 'referenced', isPurged: false } as const;
  await changeUse(tx, { spaceId: toSpaceId, ...chargeChange(undefined, referenced, sizeBytes), now });
  await changeUse(tx, { spaceId: fromSpaceId, ...chargeChange(undefined, referenced, -sizeBytes), now });
}
