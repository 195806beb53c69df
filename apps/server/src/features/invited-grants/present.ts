import type { InvitedGrant, Person } from '@coffer/contracts';
import type { InvitedRow } from '../sharing/index.ts';

export function presentInvited(
  row: InvitedRow,
  { actor, isGood }: { readonly actor: Person; readonly isGood: boolean },
): InvitedGrant {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    expiresAt: row.expires_at?.toISOString() ?? null,
    message: row.message,
    sentAt: row.sent_at.toISOString(),
    waitsUntil: row.waits_until.toISOString(),
    invitedBy: row.granter_name,
    isInvitedByYou: row.granted_by === actor.id,
    isGood,
    revision: row.revision,
  };
}
