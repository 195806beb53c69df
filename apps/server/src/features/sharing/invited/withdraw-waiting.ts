import type { Tx } from '../../../platform/db/db.ts';
import { changedNothing, inTransaction } from '../../../platform/db/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { dropInvitation } from '../../mail/index.ts';
import { endInvitationOf, lockAddress, lockInvitationOf } from '../../one-time-links/index.ts';
import type { SharingNeeds, SharingWork } from '../in-shared-node.ts';
import { countInvited, deleteInvited, type InvitedRow, listLeftOver } from '../store/invited.ts';

/** With the last grant of an address that waits, the invitation that was made for it ends too. */
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

/** What waited came to its end or was purged: their invitations would open an account for nothing. */
export async function endLeftOvers({ clock, db }: SharingNeeds, limit: number): Promise<void> {
  for (const email of await listLeftOver(db, { now: clock.now(), limit })) {
    await inTransaction(db, async (tx) => {
      await lockAddress(tx, email);
      if (!(await endLeftOver(tx, email, clock.now()))) changedNothing(tx);
    });
  }
}

/** Of an address that is locked. */
async function endLeftOver(tx: Tx, email: string, now: Date): Promise<boolean> {
  if ((await countInvited(tx, { email, now })) > 0) return false;
  const open = await lockInvitationOf(tx, { email, now });
  // One by an administrator is not about shared items alone.
  if (open?.by_sharing !== true) return false;
  await dropInvitation(tx, email);
  await endInvitationOf(tx, { email, reason: 'replaced', now });
  const subject = { kind: 'person', id: null, name: email } as const;
  recordAudit(tx, { action: 'invitation_withdrawn', at: now, subject });
  return true;
}
