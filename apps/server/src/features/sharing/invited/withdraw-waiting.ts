import type { Tx } from '../../../platform/db/db.ts';
import { changedNothing, inTransaction } from '../../../platform/db/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { dropInvitation } from '../../mail/index.ts';
import { endInvitationOf, lockAddress, lockInvitationOf } from '../../one-time-links/index.ts';
import type { SharingNeeds, SharingWork } from '../in-shared-node.ts';
import { countInvited, deleteInvited, type InvitedRow, listLeftOver } from '../store/invited.ts';

/** Withdraws a waiting grant. If no other grant waits for the address, the invitation created for it ends too. */
export async function withdrawWaiting(
  tx: Tx,
  { id, email, role }: InvitedRow,
  { now, record }: Pick<SharingWork, 'now' | 'record'>,
): Promise<void> {
  await lockAddress(tx, email);
  await deleteInvited(tx, id);
  await record([{ verb: 'address_withdrawn', facts: { email, role } }]);
  await endLeftOver(tx, email, now);
}

/**
 * Ends invitations whose waiting grants have expired or were purged, because they would create an account without
 * access to anything.
 */
export async function endLeftOvers({ clock, db }: SharingNeeds, limit: number): Promise<void> {
  for (const email of await listLeftOver(db, { now: clock.now(), limit })) {
    await inTransaction(db, async (tx) => {
      await lockAddress(tx, email);
      if (!(await endLeftOver(tx, email, clock.now()))) changedNothing(tx);
    });
  }
}

/** Ends the invitation of an address, if nothing waits for the address. Requires the lock of the address. */
async function endLeftOver(tx: Tx, email: string, now: Date): Promise<boolean> {
  if ((await countInvited(tx, { email, now })) > 0) return false;
  const open = await lockInvitationOf(tx, { email, now });
  // An invitation by an administrator stays, because it is not only for shared items.
  if (open?.by_sharing !== true) return false;
  await dropInvitation(tx, email);
  await endInvitationOf(tx, { email, reason: 'replaced', now });
  const subject = { kind: 'person', id: null, name: email } as const;
  recordAudit(tx, { action: 'invitation_withdrawn', at: now, subject });
  return true;
}
