import { type HeldRole, LIMITS } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { transferBlobs } from '../../ledger/index.ts';
import { judgeRoom, lockSpace, type NoRoom } from '../../spaces/index.ts';
import type { NodeRow } from '../model.ts';
import { moveRows, type NewPlace } from '../store/move.ts';
import { mayMakeTags } from '../tags/present-tag.ts';
import { carryTags, leaveTagsBehind, returnTags } from '../tags/store/node-tags.ts';
import {
  allowTimeFor,
  changeSpaceOf,
  checkConstraints,
  listAllBelow,
  listBlobsOf,
  type Passage,
} from '../store/transfer.ts';

export interface TooLarge {
  readonly code: 'move_too_large';
  readonly facts: { readonly limit: number };
}

interface Leaving {
  readonly fromSpaceId: string;
  readonly rootIds: readonly string[];
}

/** Whether the nodes of all these spaces may leave now and together fit the target's quota. Requires all space locks. */
export async function judgeTransfers(
  tx: Tx,
  {
    toSpaceId,
    leaving,
    limit,
  }: { readonly toSpaceId: string; readonly leaving: readonly Leaving[]; readonly limit: number },
): Promise<Result<undefined, TooLarge | NoRoom>> {
  if (leaving.length === 0) return ok(undefined);
  let left = limit;
  let bytes = 0;
  for (const { fromSpaceId: spaceId, rootIds } of leaving) {
    const ids = await listAllBelow(tx, { spaceId, ids: rootIds, limit: left + 1 });
    if (ids.length > left) return err({ code: 'move_too_large', facts: { limit } });
    left -= ids.length;
    await allowTimeFor(tx, ids);
    const blobs = await listBlobsOf(tx, { spaceId, ids });
    bytes += blobs.reduce((sum, blob) => sum + blob.size_bytes, 0);
  }
  const target = defined(await lockSpace(tx, toSpaceId), 'the space is not locked');
  return judgeRoom(target, bytes);
}

/**
 * Files that exceed the free quota of the other space even alone, so that they are not tried one by one. Requires the
 * lock of that space.
 */
export async function listUnfitting(
  tx: Tx,
  { toSpaceId, nodes }: { readonly toSpaceId: string; readonly nodes: readonly NodeRow[] },
): Promise<readonly string[]> {
  const target = defined(await lockSpace(tx, toSpaceId), 'the locked target space was not found');
  const files = nodes.filter(({ kind, space_id: spaceId }) => kind === 'file' && spaceId !== toSpaceId);
  return files.filter((file) => !judgeRoom(target, file.size_bytes).ok).map(({ id }) => id);
}

interface Transfer {
  readonly passage: Passage;
  readonly actor: { readonly id: string };
  /** The person's role in the target space. */
  readonly role: HeldRole | undefined;
  readonly places: readonly NewPlace[];
  readonly now: Date;
  /** For an undo, which brings back the tags that were lost. */
  readonly isReturn?: boolean;
}

/**
 * Moves nodes to another space, and returns the moved roots; requires {@link judgeTransfers}. Ids stay, and with them
 * versions, stars, grants and links; tags become tags of the other space.
 */
export async function transferNodes(
  tx: Tx,
  { passage, places, now, actor, role, isReturn = false }: Transfer,
): Promise<readonly NodeRow[]> {
  const { fromSpaceId: spaceId, toSpaceId } = passage;
  const rootIds = places.map(({ id }) => id);
  const ids = await listAllBelow(tx, { spaceId, ids: rootIds, limit: LIMITS.transferredMax + 1 });
  await allowTimeFor(tx, ids);
  const blobs = await listBlobsOf(tx, { spaceId, ids });
  await allowTimeFor(tx, blobs);
  await transferBlobs(tx, { ...passage, blobIds: blobs.map(({ id }) => id), now });
  await changeSpaceOf(tx, { ...passage, ids });
  const rows = await moveRows(tx, { spaceId: toSpaceId, now, places });
  await checkConstraints(tx);
  const pairs = ids.map((id) => ({ fromId: id, id }));
  await carryTags(tx, { ...passage, pairs, actorId: actor.id, mayMake: mayMakeTags(role), now });
  await leaveTagsBehind(tx, { ...passage, nodeIds: ids, now, isReturn });
  if (isReturn) await returnTags(tx, { spaceId: toSpaceId, nodeIds: ids });
  return rows;
}
