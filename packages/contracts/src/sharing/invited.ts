import * as z from 'zod/mini';
import { Instant } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { Email } from '../session.ts';
import { typedText } from '../text.ts';
import { ChangeGrantRequest, GrantRole, GrantTerms, InvitedGrantId } from './grants.ts';

/** An address that already has an account gets a grant at once. */
export const InviteToNodeRequest = z.strictObject({
  emails: z.array(Email).check(z.minLength(1), z.maxLength(LIMITS.grantsMadeMax)),
  role: GrantRole,
  /** Access ends at this instant. Null: never. */
  expiresAt: z._default(z.nullable(Instant), null),
  message: z._default(typedText(LIMITS.grantMessageLengthMax), ''),
});
export type InviteToNodeRequest = z.infer<typeof InviteToNodeRequest>;

/** In request order, each address once. */
export const InviteToNodeResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      /** `isInvited` is false if the address had an account, which has access now. */
      z.object({ ok: z.literal(true), email: z.string(), isInvited: z.boolean() }),
      /** `held` is the grant that stays, with the code `grant_differs`. */
      z.object({ ok: z.literal(false), email: z.string(), code: z.string(), held: z.optional(GrantTerms) }),
    ]),
  ),
});
export type InviteToNodeResult = z.infer<typeof InviteToNodeResult>;

/** A grant for an address, which waits until somebody with this address signs in. */
export const InvitedGrant = z.object({
  id: InvitedGrantId,
  email: z.string(),
  role: GrantRole,
  expiresAt: z.nullable(Instant),
  message: z.string(),
  sentAt: Instant,
  /** When the invited grant expires. */
  waitsUntil: Instant,
  /** Null if the account was deleted. */
  invitedBy: z.nullable(z.string()),
  isInvitedByYou: z.boolean(),
  /** False while the inviter may no longer share the item. The invited grant has no effect in that case. */
  isGood: z.boolean(),
  /** For `If-Match`. */
  revision: z.number(),
});
export type InvitedGrant = z.infer<typeof InvitedGrant>;

/**
 * How the reader can invite an address without an account: not at all, because only administrators can, by mail, or by
 * handing over a link.
 */
export const WAYS_TO_INVITE = ['none', 'mail', 'link'] as const;

export const InvitedGrants = z.object({
  items: z.array(InvitedGrant),
  invites: z.enum(WAYS_TO_INVITE),
});
export type InvitedGrants = z.infer<typeof InvitedGrants>;

export const ChangeInvitedGrantRequest = ChangeGrantRequest;

/** The link is present only for administrators without a mail server. */
export const SentInvitation = z.object({
  link: z.nullable(z.object({ url: z.string(), expiresAt: Instant })),
});
export type SentInvitation = z.infer<typeof SentInvitation>;
