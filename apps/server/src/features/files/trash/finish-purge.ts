import { HOUR_MS } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { purgeBlobs } from '../../ledger/index.ts';
import { lockSpace } from '../../spaces/index.ts';
import {
  deleteNodes,
  findFolderIn,
  liftTrash,
  listLeavesIn,
  listPurgingFolders,
  listPurgingFiles,
} from '../store/purge.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'settings'>;

const BATCH = 100;

export interface PurgeProgress {
  /** The number of purged trash items that this call finished; their descendants are not counted. */
  readonly deleted: number;
  readonly isDone: boolean;
  /** True if the space is on hold or missing, so that nothing more can be deleted now. */
  readonly isOnHold?: boolean;
}

/**
 * Deletes the items whose permanent deletion has begun, bottom-up in small transactions; deletes nothing in a space on
 * hold. Keeps no state between the transactions, so it may be interrupted and may run concurrently.
 */
export async function finishPurge(
  services: Needs,
  { spaceId, stepsMax }: { readonly spaceId: string; readonly stepsMax: number },
): Promise<PurgeProgress> {
  let deleted = 0;
  const { purgedHours } = await services.settings.read(services.db);
  for (let step = 0; step < stepsMax; step += 1) {
    const done = await inSpaceTransaction(services.db, spaceId, async (tx) => {
      if ((await lockSpace(tx, spaceId))?.is_on_hold !== false) return 'held';
      return await deleteSome(tx, { spaceId, now: services.clock.now(), keptMs: purgedHours * HOUR_MS });
    });
    if (done === 'held') return { deleted, isDone: false, isOnHold: true };
    if (done === undefined) return { deleted, isDone: true };
    deleted += done;
  }
  return { deleted, isDone: false };
}

interface Space {
  readonly spaceId: string;
  readonly now: Date;
  readonly keptMs: number;
}

/** Deletes one batch and returns how many purged trash items it finished. Undefined if there was nothing to delete. */
async function deleteSome(tx: Tx, space: Space): Promise<number | undefined> {
  const { spaceId } = space;
  const files = await listPurgingFiles(tx, { spaceId, limit: BATCH });
  if (files.length > 0) {
    await remove(tx, space, files);
    return files.length;
  }
  const folders = await listPurgingFolders(tx, { spaceId, limit: BATCH });
  const [root] = folders;
  if (root === undefined) return undefined;
  const empty = folders.filter((folder) => folder.is_empty).map(({ id }) => id);
  if (empty.length > 0) {
    await remove(tx, space, empty);
    return empty.length;
  }
  const leaves = await findLeaves(tx, { spaceId, id: root.id, toId: root.parent_id });
  await remove(tx, space, leaves);
  return leaves.includes(root.id) ? 1 : 0;
}

/**
 * Finds a batch of siblings without children, at or below the folder. Moves trashed items on the way to the root's
 * parent, so that they stay in the trash.
 */
async function findLeaves(
  tx: Tx,
  root: { readonly spaceId: string; readonly id: string; readonly toId: string | null },
): Promise<readonly string[]> {
  let { id } = root;
  for (;;) {
    await liftTrash(tx, { ...root, id });
    const folder = { spaceId: root.spaceId, id };
    const leaves = await listLeavesIn(tx, folder, BATCH);
    if (leaves.length > 0) return leaves;
    const below = await findFolderIn(tx, folder);
    if (below === undefined) return [id];
    id = below;
  }
}

async function remove(tx: Tx, { spaceId, now, keptMs }: Space, ids: readonly string[]): Promise<void> {
  const blobIds = await deleteNodes(tx, { spaceId, ids });
  await purgeBlobs(tx, { spaceId, blobIds, now, keptMs });
}
