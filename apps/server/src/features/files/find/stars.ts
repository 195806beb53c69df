import { LIMITS, NodeId, type Person, type Stars } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { type Asking, findNode, isVisible, listAccesses } from '../node-access.ts';
import { countOtherStars, deleteStar, insertStar, listStarredNodes } from '../store/stars.ts';

type StarFailure = { readonly code: 'node_not_found' | 'limit_reached' };

/** Adds a star. An existing star keeps its date. */
export async function addStar(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<undefined, StarFailure> {
  const now = services.clock.now();
  return await inTransaction(services.db, async (tx): Promise<Result<undefined, StarFailure>> => {
    const access = await findNode(tx, { actor, now }, nodeId);
    if (access === undefined) return err({ code: 'node_not_found' });
    const others = await countOtherStars(tx, { userId: actor.id, nodeId });
    if (others >= LIMITS.starsMax && !(await removeInvisibleStar(tx, { actor, now })))
      return err({ code: 'limit_reached' });
    await insertStar(tx, { userId: actor.id, spaceId: access.node.space_id, nodeId, now });
    return ok(undefined);
  });
}

/**
 * Removes the oldest star on an item that the person cannot see, so that invisible stars never fill the limit. Items
 * without access come before items in the trash. False if every star is visible.
 */
async function removeInvisibleStar(tx: Tx, asking: Asking): Promise<boolean> {
  const userId = asking.actor.id;
  const newest = await listStarredNodes(tx, { userId, after: undefined, limit: LIMITS.starsMax + 1 });
  const ids = newest.map(({ id }) => id).toReversed();
  const accesses = await listAccesses(tx, asking, ids);
  const isInvisible = (id: string): boolean => {
    const access = accesses.get(id);
    return access === undefined || !isVisible(access, asking);
  };
  const nodeId = ids.find((id) => !accesses.has(id)) ?? ids.find(isInvisible);
  if (nodeId === undefined) return false;
  await deleteStar(tx, { userId, nodeId });
  return true;
}

/** Removes a star, also from nodes that the person may no longer see. */
export async function removeStar(
  services: Pick<Services, 'db'>,
  actor: Person,
  nodeId: NodeId,
): Promise<undefined> {
  await deleteStar(services.db, { userId: actor.id, nodeId });
}

export async function listStars(services: Pick<Services, 'db'>, actor: Person): Promise<Stars> {
  const rows = await listStarredNodes(services.db, {
    userId: actor.id,
    after: undefined,
    limit: LIMITS.starsMax,
  });
  return { ids: rows.map(({ id }) => NodeId.parse(id)) };
}
