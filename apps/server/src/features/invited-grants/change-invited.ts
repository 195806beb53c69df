import type { ChangeGrantRequest, InvitedGrant, NodeId, Person } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import {
  expiryFailure,
  findGoodNode,
  findInvited,
  findOwnGains,
  inSharedNode,
  ROLE_THAT_SHARES,
  type SharingNeeds,
  updateInvited,
} from '../sharing/index.ts';
import { presentInvited } from './present.ts';

export async function changeInvitedGrant(
  services: SharingNeeds,
  actor: Person,
  input: {
    readonly nodeId: NodeId;
    readonly invitedId: string;
    readonly change: ChangeGrantRequest;
    readonly revision: number | undefined;
  },
): Outcome<InvitedGrant, Failure> {
  const { nodeId, invitedId: id, change, revision } = input;
  return await inSharedNode(services, { actor, nodeId }, async (tx, { access, now, record }) => {
    const key = { spaceId: access.node.space_id, nodeId, id, now };
    const row = await findInvited(tx, key);
    if (row === undefined) return err({ code: 'grant_not_found' });
    if (revision === undefined) return err({ code: 'revision_required' });
    if (revision !== row.revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: row.revision } });
    }
    const expiry = expiryFailure(change.expiresAt, now);
    if (expiry !== undefined) return err(expiry);
    const { role = row.role, expiresAt = row.expires_at?.toISOString() ?? null } = change;
    const own = {
      holderIds: row.email.toLowerCase() === actor.email.toLowerCase() ? [actor.id] : [],
      role,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    };
    if ((await findOwnGains(tx, { actor, access, now }, own)).size > 0) {
      return err({ code: 'not_allowed', facts: { needed_role: ROLE_THAT_SHARES } });
    }
    const isSame = role === row.role && expiresAt === (row.expires_at?.toISOString() ?? null);
    if (!isSame) {
      await updateInvited(tx, id, { role, expiresAt: own.expiresAt, now });
      const facts = { email: row.email, from: row.role, to: role, expires_at: expiresAt };
      await record([{ verb: 'address_changed', facts }]);
    }
    const changed = defined(await findInvited(tx, key), 'the changed waiting grant was not found');
    const isGood = (await findGoodNode(tx, changed, now)) !== undefined;
    return ok(presentInvited(changed, { actor, isGood }));
  });
}
