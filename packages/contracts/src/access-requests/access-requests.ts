import * as z from 'zod/mini';
import { Count, Instant, NodeId, PictureId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SpaceRole } from '../role-schemas.ts';
import { typedText } from '../text.ts';
import { isUuid } from '../uuid.ts';
import { ASKED_ROLES } from './asked-roles.ts';

export const AccessRequestId = z.custom<string>(isUuid);
export const AskedRole = z.enum(ASKED_ROLES);

export const AskForAccessRequest = z.strictObject({
  role: AskedRole,
  message: z._default(typedText(LIMITS.accessRequestLengthMax), ''),
});
export type AskForAccessRequest = z.infer<typeof AskForAccessRequest>;

export const AnswerAccessRequest = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('give') }),
  z.strictObject({
    answer: z.literal('decline'),
    reason: z._default(typedText(LIMITS.accessRequestLengthMax), ''),
  }),
]);
export type AnswerAccessRequest = z.infer<typeof AnswerAccessRequest>;

const Somebody = z.object({ id: UserId, name: z.string(), picture: z.optional(PictureId) });

/** Which roles a person may request on a file or folder, who decides, and the person's open request. */
export const AskableAccess = z.object({
  role: SpaceRole,
  /** Roles that would give the person more than they have. */
  roles: z.array(AskedRole),
  /** Some of the people who decide, without those that the person may not know of. */
  asked: z.array(Somebody),
  /** Whether anybody can answer a request for this item. */
  isAnswerable: z.boolean(),
  /** The open request. */
  request: z.nullable(
    z.object({ id: AccessRequestId, role: AskedRole, message: z.string(), at: Instant, endsAt: Instant }),
  ),
  /** After a request was declined: when the person may ask again. */
  mayAskAt: z.nullable(Instant),
});
export type AskableAccess = z.infer<typeof AskableAccess>;

/** An access request, as the people who may answer it see it. */
export const AccessRequest = z.object({
  id: AccessRequestId,
  nodeId: NodeId,
  nodeKind: z.enum(['folder', 'file']),
  name: z.string(),
  person: z.extend(Somebody, { email: z.string() }),
  /** The requester's current role. */
  held: SpaceRole,
  role: AskedRole,
  message: z.string(),
  at: Instant,
  /** For `If-Match`. */
  revision: Count,
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/** Open requests, oldest first, up to `accessRequestsListed`. */
export const AccessRequestList = z.object({ items: z.array(AccessRequest) });
export type AccessRequestList = z.infer<typeof AccessRequestList>;
