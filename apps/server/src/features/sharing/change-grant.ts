import type { ChangeGrantRequest, Grant, HolderId, NodeId, Person } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { expiryFailure } from './expiry.ts';
import { inSharedNode, type SharingNeeds } from './in-shared-node.ts';
import { ROLE_THAT_SHARES } from './model.ts';
import { findOwnGains } from './own-gain.ts';
import { holderFact, presentGrant } from './present.ts';
import { findGrantRow, updateGrant } from './store/grants.ts';

export async function changeGrant(
  services: SharingNeeds,
  actor: Person,
  input: {
    readonly nodeId: NodeId;
    readonly holderId: HolderId;
    readonly change: ChangeGrantRequest;
    readonly revision: number | undefined;
  },
): Outcome<Grant, Failure> {
  const { nodeId, holderId, change, revision } = input;
  return await inSharedNode(services, { actor, nodeId }, async (tx, { access, now, record }) => {
    const key = { spaceId: access.node.space_id, nodeId, holderId };
    const grant = await findGrantRow(tx, { ...key, now });
    if (grant === undefined) return err({ code: 'grant_not_found' });
    if (revision === undefined) return err({ code: 'revision_required' });
    if (revision !== grant.revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: grant.revision } });
    }
    const expiry = expiryFailure(change.expiresAt, now);
    if (expiry !== undefined) return err(expiry);
    const role = change.role ?? grant.role;
    const expiresAt = expiresAtOf(change, grant.expires_at);
    const isLonger = grant.expires_at !== null && (expiresAt === null || expiresAt > grant.expires_at);
    const asked = { holderIds: [holderId], role, expiresAt };
    const gains = await findOwnGains(tx, { actor, access, now }, asked);
    if (gains.size > 0 || (holderId === actor.id && isLonger)) {
      return err({ code: 'not_allowed', facts: { needed_role: ROLE_THAT_SHARES } });
    }
    if (role === grant.role && expiresAt?.getTime() === grant.expires_at?.getTime()) {
      return ok(presentGrant(grant));
    }
    await updateGrant(tx, { ...key, role, expiresAt, now });
    const facts = {
      ...holderFact(grant),
      from: grant.role,
      to: role,
      expires_at: expiresAt?.toISOString() ?? null,
    };
    await record([{ verb: 'grant_changed', facts }]);
    return ok(
      presentGrant(defined(await findGrantRow(tx, { ...key, now }), 'the changed grant was not found')),
    );
  });
}

function expiresAtOf({ expiresAt }: ChangeGrantRequest, current: Date | null): Date | null {
  if (expiresAt === undefined) return current;
  return expiresAt === null ? null : new Date(expiresAt);
}
