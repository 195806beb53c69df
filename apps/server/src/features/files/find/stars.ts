import { LIMITS, NodeId, type Person, type Stars } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { findNode } from '../node-access.ts';
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
    if ((await countOtherStars(tx, { userId: actor.id, nodeId })) >= LIMITS.starsMax)
      return err({ code: 'limit_reached' });
    await insertStar(tx, { userId: actor.id, spaceId: access.node.space_id, nodeId, now });
    return ok(undefined);
  });
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
