import { GRANT_ROLES, type NodeId, type Person, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import * as z from 'zod/mini';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inSpaceTransaction } from '../../platform/db/space-transaction.ts';
import { lockSpace } from '../spaces/index.ts';
import { createRecord, type SharingNeeds } from './in-shared-node.ts';
import { findGoodNode } from './invited/give-invited.ts';
import { countGrants, putGrant } from './store/grants.ts';
import { listActiveIds } from './store/holders.ts';
import { endedSharingAfter, findLastGrantEvent } from './store/left.ts';

const Left = z.object({
  role: z.enum(GRANT_ROLES),
  granted_by: z.uuid(),
  expires_at: z.nullable(z.string()),
});

/**
 * Undoes leaving, for a short time. Fails if sharing of the node was changed since, or the giver may no longer share
 * it.
 */
export async function returnToNode(
  services: SharingNeeds,
  actor: Person,
  nodeId: NodeId,
): Outcome<undefined, Failure> {
  const { clock, db, newId } = services;
  const seen = await findLastGrantEvent(db, { nodeId, personId: actor.id });
  if (seen?.verb !== 'grant_left') return err({ code: 'node_not_found' });
  return await inSpaceTransaction(db, seen.space_id, async (tx) => {
    const now = clock.now();
    await lockSpace(tx, seen.space_id);
    const last = await findLastGrantEvent(tx, { nodeId, personId: actor.id });
    const left = Left.safeParse(last?.facts);
    const after = now.getTime() - SERVER_LIMITS.leaveUndoMs;
    if (last?.verb !== 'grant_left' || !left.success || last.at.getTime() <= after) {
      return err<Failure>({ code: 'node_not_found' });
    }
    const { role, granted_by: grantedBy, expires_at: until } = left.data;
    const expiresAt = until === null ? null : new Date(until);
    const key = { spaceId: last.space_id, nodeId };
    if (expiresAt !== null && expiresAt <= now) return err<Failure>({ code: 'node_not_found' });
    const isGiven = await isStillGiven(tx, { nodeId, giverId: grantedBy, sequence: last.sequence, now });
    if (!isGiven) return err<Failure>({ code: 'node_not_found' });
    if ((await countGrants(tx, key)) >= SERVER_LIMITS.grantsPerNodeMax) {
      return err<Failure>({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.grantsPerNodeMax } });
    }
    await putGrant(tx, {
      ...key,
      userId: actor.id,
      groupId: null,
      role,
      message: '',
      grantedBy,
      expiresAt,
      now,
    });
    const record = createRecord(tx, { services: { newId }, actor, ...key, now });
    await record([{ verb: 'grant_returned', facts: { person: actor.id, role, expires_at: until } }]);
    return ok(undefined);
  });
}

async function isStillGiven(
  tx: Tx,
  left: {
    readonly nodeId: NodeId;
    readonly giverId: string;
    readonly sequence: number;
    readonly now: Date;
  },
): Promise<boolean> {
  const { nodeId, giverId, now } = left;
  if (await endedSharingAfter(tx, left)) return false;
  const isActive = (await listActiveIds(tx, [giverId])).has(giverId);
  const giver = { node_id: nodeId, granted_by: giverId, is_granter_active: isActive };
  return (await findGoodNode(tx, giver, now)) !== undefined;
}
