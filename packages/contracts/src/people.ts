import * as z from 'zod/mini';
import { Instant } from './ids.ts';
import { IssuerChoice, NewPassword, PersonName } from './session.ts';

/** The fragment of the link's URL. */
const LinkCode = z.string().check(z.minLength(16), z.maxLength(100));

export const OpenLinkRequest = z.strictObject({ code: LinkCode });
export type OpenLinkRequest = z.infer<typeof OpenLinkRequest>;

/** Shown before the link is used. */
export const OneTimeLink = z.object({
  kind: z.enum(['invitation', 'password_reset']),
  email: z.string(),
  /** The invited person's name from the inviter, or the account's name. May be empty. */
  name: z.string(),
  /** Null if it was created on the server. */
  invitedBy: z.nullable(z.string()),
  expiresAt: Instant,
  /** False if the server cannot create accounts in the user pool. */
  byPassword: z.boolean(),
  /** Issuers through which an account with this address can also accept the invitation. */
  issuers: z.array(IssuerChoice),
});
export type OneTimeLink = z.infer<typeof OneTimeLink>;

/** Passes through the server's memory once and is never logged. */
export const AcceptInvitationRequest = z.strictObject({
  code: LinkCode,
  name: PersonName,
  password: NewPassword,
});
export type AcceptInvitationRequest = z.infer<typeof AcceptInvitationRequest>;

/** Passes through the server's memory once and is never logged. */
export const UseResetLinkRequest = z.strictObject({ code: LinkCode, password: NewPassword });
export type UseResetLinkRequest = z.infer<typeof UseResetLinkRequest>;

export const LinkUsed = z.object({ username: z.string() });
export type LinkUsed = z.infer<typeof LinkUsed>;
