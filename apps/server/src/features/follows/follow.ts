import { LIMITS, type MomentsPage, type MomentsQuery, type NodeId, type Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { findNode, findNodes, listMoments } from '../files/index.ts';
import { deleteFollows, insertFollow, listFollowedNodes, lockFollowsOf } from './store/follows.ts';

type FollowServices = Pick<Services, 'db' | 'clock'>;

/** Follows an item that the person sees. Who follows it already keeps the date. */
export async function follow(
  { db, clock }: FollowServices,
  actor: Person,
  nodeId: NodeId,
): Outcome<undefined, Failure> {
  const now = clock.now();
  return await inTransaction(db, async (tx): Outcome<undefined, Failure> => {
    const access = await findNode(tx, { actor, now }, nodeId);
    if (access === undefined) return err({ code: 'node_not_found' });
    if (!(await hasRoom(tx, actor, { now, nodeId }))) {
      return err({ code: 'limit_reached', facts: { limit: LIMITS.followsMax } });
    }
    await insertFollow(tx, { userId: actor.id, spaceId: access.node.space_id, nodeId, now });
    return ok(undefined);
  });
}

/** Also if the person no longer sees the item. */
export async function unfollow(
  { db }: Pick<Services, 'db'>,
  actor: Person,
  nodeId: NodeId,
): Promise<undefined> {
  await deleteFollows(db, { userId: actor.id, nodeIds: [nodeId] });
}

/** Items in the trash stay followed, and are left out. */
export async function listFollowed(
  services: FollowServices,
  actor: Person,
  query: MomentsQuery,
): Outcome<MomentsPage, Failure> {
  return await listMoments(services, actor, {
    query,
    read: (page) => listFollowedNodes(services.db, { ...page, userId: actor.id }),
  });
}

/** At the limit, items that the person no longer sees make room. */
async function hasRoom(
  tx: Tx,
  actor: Person,
  { now, nodeId }: { readonly now: Date; readonly nodeId: NodeId },
): Promise<boolean> {
  await lockFollowsOf(tx, actor.id);
  const all = await listFollowedNodes(tx, {
    userId: actor.id,
    after: undefined,
    limit: LIMITS.followsMax + 1,
  });
  if (all.length < LIMITS.followsMax || all.some(({ id }) => id === nodeId)) return true;
  const seen = await findNodes(
    tx,
    { actor, now },
    all.map(({ id }) => id),
  );
  const unseen = all.flatMap(({ id }) => (seen.has(id) ? [] : id));
  if (unseen.length === 0) return false;
  await deleteFollows(tx, { userId: actor.id, nodeIds: unseen });
  return true;
}
