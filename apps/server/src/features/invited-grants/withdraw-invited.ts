import type { NodeId, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { recordAudit } from '../audit/index.ts';
import { dropInvitation } from '../mail/index.ts';
import { endInvitationOf, lockAddress, lockInvitationOf } from '../one-time-links/index.ts';
import {
  countInvited,
  deleteInvited,
  findInvited,
  inSharedNode,
  type SharingNeeds,
} from '../sharing/index.ts';

export async function withdrawInvitedGrant(
  services: SharingNeeds,
  actor: Person,
  { nodeId, invitedId: id }: { readonly nodeId: NodeId; readonly invitedId: string },
): Outcome<undefined, Failure> {
  return await inSharedNode(services, { actor, nodeId }, async (tx, { access, now, record }) => {
    const row = await findInvited(tx, { spaceId: access.node.space_id, nodeId, id, now });
    if (row === undefined) return err({ code: 'grant_not_found' });
    const { email, role } = row;
    await lockAddress(tx, email);
    await deleteInvited(tx, id);
    await record([{ verb: 'address_withdrawn', facts: { email, role } }]);
    if ((await countInvited(tx, { email, now })) === 0) await endInvitation(tx, email, now);
    return ok(undefined);
  });
}

/** One that was made for shared items alone. */
async function endInvitation(tx: Tx, email: string, now: Date): Promise<void> {
  const open = await lockInvitationOf(tx, { email, now });
  if (open?.by_sharing !== true) return;
  await dropInvitation(tx, email);
  await endInvitationOf(tx, { email, reason: 'replaced', now });
  recordAudit(tx, {
    action: 'invitation_withdrawn',
    at: now,
    subject: { kind: 'person', id: null, name: email },
  });
}
