import { type NodeId, type Person, type SentInvitation, SERVER_LIMITS } from '@coffer/contracts';
import { err, HOUR_MS, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { lockAddress } from '../one-time-links/index.ts';
import { isKnown } from '../people/index.ts';
import { seconds } from '../session/index.ts';
import { findInvited, inSharedNode, renewInvited } from '../sharing/index.ts';
import { findInviter } from './find-inviter.ts';
import { type InviteNeeds, isTiredOf, sendInvitation } from './send-invitation.ts';
import type { Turns } from './turns.ts';
import type { Unsent } from './unsent.ts';

/** Sends an invitation again. The earlier link stops working, and the sender becomes the giver of the grant. */
export async function sendInvitedGrant(
  services: InviteNeeds & { readonly turns: Turns; readonly unsent: Unsent },
  actor: Person,
  { nodeId, invitedId: id }: { readonly nodeId: NodeId; readonly invitedId: string },
): Outcome<SentInvitation, Failure> {
  const inviter = await findInviter(services, actor, nodeId);
  if (!inviter.ok) return inviter;
  const { access: seen, invites, now: at } = inviter.value;
  const place = { spaceId: seen.node.space_id, nodeId, id };
  const found = await findInvited(services.db, { ...place, now: at });
  if (found === undefined) return err({ code: 'grant_not_found' });
  const { email, message } = found;
  const taken = services.turns.take(actor, 1);
  if (!taken.ok) return taken;
  const known = await isKnown(services, email);
  if (!known.ok) return known;
  const result = await inSharedNode<SentInvitation>(
    services,
    { actor, nodeId },
    async (tx, { access, now }) => {
      await lockAddress(tx, email);
      if ((await findInvited(tx, { ...place, now })) === undefined) return err({ code: 'grant_not_found' });
      const isTired = known.value ? services.unsent.isTired(email) : await isTiredOf(tx, { email, now });
      if (isTired) {
        return err({ code: 'rate_limited', facts: { retry_after: seconds(HOUR_MS) } });
      }
      const waitsUntil = new Date(now.getTime() + SERVER_LIMITS.invitedGrantLifeMs);
      await renewInvited(tx, id, { grantedBy: actor.id, waitsUntil, now });
      // An address with an account needs no link, and the sender must not learn of the account.
      if (known.value) return ok({ link: null });
      const sent = await sendInvitation(services, tx, { actor, email, access, message, now });
      return ok({
        link:
          sent === undefined || invites !== 'link'
            ? null
            : { url: sent.url, expiresAt: sent.expiresAt.toISOString() },
      });
    },
  );
  if (result.ok && known.value) services.unsent.note(email);
  return result;
}
