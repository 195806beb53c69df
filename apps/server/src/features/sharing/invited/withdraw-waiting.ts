import type { Tx } from '../../../platform/db/db.ts';
import { recordAudit } from '../../audit/index.ts';
import { dropInvitation } from '../../mail/index.ts';
import { endInvitationOf, lockAddress, lockInvitationOf } from '../../one-time-links/index.ts';
import type { SharingWork } from '../in-shared-node.ts';
import { countInvited, deleteInvited, type InvitedRow } from '../store/invited.ts';

/** With the last grant of an address that waits, the invitation that was made for it ends too. */
export async function withdrawWaiting(
  tx: Tx,
  { id, email, role }: InvitedRow,
  { now, record }: Pick<SharingWork, 'now' | 'record'>,
): Promise<void> {
  await lockAddress(tx, email);
  await deleteInvited(tx, id);
  await record([{ verb: 'address_withdrawn', facts: { email, role } }]);
  if ((await countInvited(tx, { email, now })) === 0) await endInvitation(tx, email, now);
}

async function endInvitation(tx: Tx, email: string, now: Date): Promise<void> {
  const open = await lockInvitationOf(tx, { email, now });
  // One by an administrator is not about shared items alone.
  if (open?.by_sharing !== true) return;
  await dropInvitation(tx, email);
  await endInvitationOf(tx, { email, reason: 'replaced', now });
  const subject = { kind: 'person', id: null, name: email } as const;
  recordAudit(tx, { action: 'invitation_withdrawn', at: now, subject });
}
