import { type Person, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import type { NodeAccess } from '../files/index.ts';
import { countInvitationsOf, hasOpenInvitation, lockInvitationOf } from '../one-time-links/index.ts';
import { type InvitationNeeds, writeInvitation } from '../people/index.ts';

export type InviteNeeds = InvitationNeeds & Pick<Services, 'settings'>;

/** Whether the address has reached the daily limit of invitations. */
export async function isTiredOf(
  tx: Tx,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<boolean> {
  const after = new Date(now.getTime() - DAY_MS);
  return (await countInvitationsOf(tx, { email, after })) >= SERVER_LIMITS.invitationMailsPerDayMax;
}

/**
 * Sends an invitation; the caller has locked the e-mail address, which has no account. An open invitation gets a new
 * link and keeps its terms; undefined while somebody is using the invitation.
 */
export async function sendInvitation(
  services: InviteNeeds,
  tx: Tx,
  invitation: {
    readonly actor: Person;
    readonly email: string;
    readonly access: NodeAccess;
    readonly message: string;
    readonly now: Date;
  },
): Promise<{ readonly url: string; readonly expiresAt: Date } | undefined> {
  const { actor, email, access, message, now } = invitation;
  const open = await lockInvitationOf(tx, { email, now });
  if (open === undefined && (await hasOpenInvitation(tx, { email, now }))) return undefined;
  const terms =
    open === undefined
      ? { name: '', role: 'member' as const, invitedBy: actor.id, bySharing: true }
      : {
          name: open.name,
          role: open.role ?? 'member',
          invitedBy: open.invited_by,
          quotaBytes: open.quota_bytes ?? undefined,
          groupIds: open.group_ids,
          bySharing: open.by_sharing,
        };
  const { kind: nodeKind, name } = access.node;
  const about = { nodeKind, name, message };
  return await writeInvitation(services, tx, { ...terms, email, sentBy: actor.id, about });
}
