import { type GrantRole, type NodeId, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { NodeAccess } from '../files/index.ts';
import { createRecord } from './in-shared-node.ts';
import { holderFact } from './present.ts';
import { countGrants, findGrantRow, putGrant, updateGrant } from './store/grants.ts';

/**
 * Gives a person a role on the node without notifying them; an existing grant keeps its end. Requires the space lock.
 */
export async function giveRole(
  tx: Tx,
  given: {
    readonly actorId: string;
    readonly access: NodeAccess;
    readonly nodeId: NodeId;
    readonly personId: string;
    readonly role: GrantRole;
    readonly now: Date;
    readonly newId: () => string;
  },
): Promise<Result<undefined, Failure>> {
  const { actorId, access, nodeId, personId, role, now, newId } = given;
  const spaceId = access.node.space_id;
  const record = createRecord(tx, { services: { newId }, actor: { id: actorId }, spaceId, nodeId, now });
  const key = { spaceId, nodeId };
  const own = await findGrantRow(tx, { ...key, holderId: personId, now });
  if (own !== undefined) {
    const expiresAt = own.expires_at;
    await updateGrant(tx, { ...key, holderId: personId, role, expiresAt, now });
    const facts = { from: own.role, to: role, expires_at: expiresAt?.toISOString() ?? null };
    await record([{ verb: 'grant_changed', facts: { ...holderFact(own), ...facts } }]);
    return ok(undefined);
  }
  if ((await countGrants(tx, key)) >= SERVER_LIMITS.grantsPerNodeMax) {
    return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.grantsPerNodeMax } });
  }
  const holder = { userId: personId, groupId: null };
  await putGrant(tx, { ...key, ...holder, role, message: '', grantedBy: actorId, expiresAt: null, now });
  await record([{ verb: 'grant_added', facts: { person: personId, role, expires_at: null } }]);
  return ok(undefined);
}
