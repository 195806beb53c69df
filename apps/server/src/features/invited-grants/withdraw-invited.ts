import type { NodeId, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { findInvited, inSharedNode, type SharingNeeds, withdrawWaiting } from '../sharing/index.ts';

export async function withdrawInvitedGrant(
  services: SharingNeeds,
  actor: Person,
  { nodeId, invitedId: id }: { readonly nodeId: NodeId; readonly invitedId: string },
): Outcome<undefined, Failure> {
  return await inSharedNode(services, { actor, nodeId }, async (tx, { access, now, record }) => {
    const row = await findInvited(tx, { spaceId: access.node.space_id, nodeId, id, now });
    if (row === undefined) return err({ code: 'grant_not_found' });
    await withdrawWaiting(tx, row, { now, record });
    return ok(undefined);
  });
}
