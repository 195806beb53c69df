import { LIMITS } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { moveBlob } from '../ledger/index.ts';
import { lockSpace, recordEvents } from '../spaces/index.ts';
import {
  beginPurge,
  deleteNodes,
  findFolderIn,
  isThere,
  listFilesIn,
  listTrashedUntil,
  type TrashedRow,
} from './store/purge.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'log'>;

const BATCH = 100;
const ROOTS_MAX = 10_000;
/** Steps for one thing in the trash: more folders than that go on in the next round. */
const STEPS_MAX = 100_000;

/**
 * Background work: what has lain in the trash for thirty days goes for good, with everything below it; its objects stay in
 * quarantine for another fourteen. A few rows at a time from the bottom up, so that a killed server goes on where it was and nobody
 * waits for the space. Safe to run anywhere and twice; returns how many things of the trash are gone.
 */
export async function purgeTrash(services: Needs): Promise<number> {
  const until = new Date(services.clock.now().getTime() - LIMITS.trashLifeMs);
  let purged = 0;
  let after: string | undefined;
  for (let seen = 0; seen < ROOTS_MAX; seen += BATCH) {
    const rows = await listTrashedUntil(services.db, { until, after, limit: BATCH });
    for (const row of rows) if (await purge(services, row, until)) purged += 1;
    after = rows.at(-1)?.id;
    if (rows.length < BATCH) break;
  }
  return purged;
}

/** True when the node and everything below it are gone by this call. */
async function purge(services: Needs, found: TrashedRow, until: Date): Promise<boolean> {
  const key = { spaceId: found.space_id, id: found.id };
  const root = await inTransaction(services.db, async (tx) => {
    await lockSpace(tx, key.spaceId);
    return await beginPurge(tx, { ...key, until, now: services.clock.now() });
  });
  // It was brought back, or went with the folder above it.
  if (root === undefined) return false;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const isDone = await inTransaction(services.db, async (tx) => await purgeSome(tx, services, root));
    if (isDone) return true;
  }
  services.log.warn('purge_unfinished', { nodeId: root.id });
  return false;
}

/** Deletes the files of the first folder without folders, or that folder when it is empty. True when the root is gone. */
async function purgeSome(tx: Tx, services: Needs, root: TrashedRow): Promise<boolean> {
  const { space_id: spaceId } = root;
  await lockSpace(tx, spaceId);
  const kind = await isThere(tx, { spaceId, id: root.id });
  if (kind === undefined) return true;
  let id = root.id;
  if (kind === 'folder') {
    for (let depth = 0; depth <= LIMITS.depthMax * 2; depth += 1) {
      const below = await findFolderIn(tx, { spaceId, id });
      if (below === undefined) break;
      id = below;
    }
    const files = await listFilesIn(tx, { spaceId, id }, BATCH);
    if (files.length > 0) {
      await remove(tx, services, { spaceId, ids: files });
      return false;
    }
  }
  await remove(tx, services, { spaceId, ids: [id] });
  if (id !== root.id) return false;
  await recordEvents(tx, {
    spaceId,
    actorId: root.trashed_by ?? root.created_by,
    at: services.clock.now(),
    newId: services.newId,
    events: [{ verb: 'node_purged', nodeId: root.id, facts: { name: root.name } }],
  });
  return true;
}

async function remove(
  tx: Tx,
  services: Needs,
  nodes: { readonly spaceId: string; readonly ids: readonly string[] },
): Promise<void> {
  const now = services.clock.now();
  const deleteAfter = new Date(now.getTime() + LIMITS.quarantineLifeMs);
  for (const blobId of await deleteNodes(tx, nodes)) {
    await moveBlob(tx, { blobId, to: 'unreferenced', now });
    await moveBlob(tx, { blobId, to: 'quarantined', now, deleteAfter });
  }
}
