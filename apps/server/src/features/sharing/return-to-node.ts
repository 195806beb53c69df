import { GRANT_ROLES, LIMITS, type NodeId, type Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import * as z from 'zod/mini';
import type { Failure, Outcome } from '../../operation.ts';
import { inSpaceTransaction } from '../../platform/db/space-transaction.ts';
import { lockSpace } from '../spaces/index.ts';
import { createRecord, type SharingNeeds } from './in-shared-node.ts';
import { countGrants, putGrant } from './store/grants.ts';
import { findLastGrantEvent } from './store/left.ts';

const Left = z.object({
  role: z.enum(GRANT_ROLES),
  granted_by: z.uuid(),
  expires_at: z.nullable(z.string()),
});

/** Undoes leaving, for a short time, and unless something else was decided about the person there meanwhile. */
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
    const after = now.getTime() - LIMITS.leaveUndoMs;
    if (last?.verb !== 'grant_left' || !left.success || last.at.getTime() <= after) {
      return err<Failure>({ code: 'node_not_found' });
    }
    const { role, granted_by: grantedBy, expires_at: until } = left.data;
    const expiresAt = until === null ? null : new Date(until);
    const key = { spaceId: last.space_id, nodeId };
    if (expiresAt !== null && expiresAt <= now) return err<Failure>({ code: 'node_not_found' });
    if ((await countGrants(tx, key)) >= LIMITS.grantsPerNodeMax) {
      return err<Failure>({ code: 'limit_reached', facts: { limit: LIMITS.grantsPerNodeMax } });
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
