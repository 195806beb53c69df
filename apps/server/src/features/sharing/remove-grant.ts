import {
  type HolderId,
  type NodeId,
  type Person,
  type RemovedGrants,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inSpaceTransaction } from '../../platform/db/space-transaction.ts';
import { findSpaceIdOf } from '../files/index.ts';
import { lockSpace } from '../spaces/index.ts';
import { createRecord, inSharedNode, type SharingNeeds } from './in-shared-node.ts';
import { withdrawWaiting } from './invited/withdraw-waiting.ts';
import { holderFact, presentGrant } from './present.ts';
import { deleteGrant, deleteGrantsBy, findGrantRow, listGrantsBy } from './store/grants.ts';
import { listInvited } from './store/invited.ts';

interface Removal {
  readonly nodeId: NodeId;
  readonly holderId: HolderId;
}

/** Removes a grant, for people who may share the node or for its holder. */
export async function removeGrant(
  services: SharingNeeds,
  actor: Person,
  input: Removal,
): Outcome<undefined, Failure> {
  const { nodeId, holderId } = input;
  if (holderId === actor.id) return await leave(services, actor, nodeId);
  return await inSharedNode(services, { actor, nodeId }, async (tx, { access, now, record }) => {
    const key = { spaceId: access.node.space_id, nodeId, holderId };
    const grant = await findGrantRow(tx, { ...key, now });
    if (grant === undefined) return err({ code: 'grant_not_found' });
    await deleteGrant(tx, key);
    await record([{ verb: 'grant_removed', facts: { ...holderFact(grant), role: grant.role } }]);
    return ok(undefined);
  });
}

/**
 * Removes all grants that the person made on the node, including those waiting for an address. Grants by other managers
 * stay.
 */
export async function removeGrants(
  services: SharingNeeds,
  actor: Person,
  nodeId: NodeId,
): Outcome<RemovedGrants, Failure> {
  return await inSharedNode(services, { actor, nodeId }, async (tx, { access, now, record }) => {
    const made = { spaceId: access.node.space_id, nodeId, grantedBy: actor.id };
    const grants = await listGrantsBy(tx, { ...made, now });
    await deleteGrantsBy(tx, made);
    await record(
      grants.map((grant) => ({
        verb: 'grant_removed',
        facts: { ...holderFact(grant), role: grant.role },
      })),
    );
    const waiting = await listInvited(tx, { ...made, now, limit: SERVER_LIMITS.grantsPerNodeMax });
    const own = waiting
      .filter((row) => row.granted_by === actor.id)
      // In the order of addresses, so that two calls do not deadlock.
      .toSorted((a, b) => (a.email < b.email ? -1 : 1));
    for (const row of own) await withdrawWaiting(tx, row, { now, record });
    return ok({
      items: grants.map(presentGrant),
      invited: own.map(({ email, role, message, expires_at: expiresAt }) => ({
        email,
        role,
        message,
        expiresAt: expiresAt?.toISOString() ?? null,
      })),
    });
  });
}

/** Lets a person leave a node, even a trashed one. Strangers get the error for an unknown node. */
async function leave(services: SharingNeeds, actor: Person, nodeId: NodeId): Outcome<undefined, Failure> {
  const spaceId = await findSpaceIdOf(services.db, actor, nodeId);
  if (spaceId === undefined) return err({ code: 'node_not_found' });
  return await inSpaceTransaction(services.db, spaceId, async (tx) => {
    const now = services.clock.now();
    await lockSpace(tx, spaceId);
    const key = { spaceId, nodeId, holderId: actor.id };
    const grant = await findGrantRow(tx, { ...key, now });
    if (grant === undefined) return err<Failure>({ code: 'node_not_found' });
    await deleteGrant(tx, key);
    const record = createRecord(tx, { services, actor, spaceId, nodeId, now });
    const facts = { person: actor.id, role: grant.role, expires_at: grant.expires_at?.toISOString() ?? null };
    await record([{ verb: 'grant_left', facts: { ...facts, granted_by: grant.granted_by } }]);
    return ok(undefined);
  });
}
