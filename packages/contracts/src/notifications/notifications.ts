import * as z from 'zod/mini';
import { AccessRequestId, AskedRole } from '../access-requests/access-requests.ts';
import { Count, digitsUpTo, Instant, NodeId, PictureId, SpaceId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SpaceRole } from '../role-schemas.ts';
import { GrantRole } from '../sharing/grants.ts';

const NotificationId = z.uuid();

export const NotificationsQuery = z.strictObject({
  /** Id of the last item of the previous page. */
  after: z.optional(NotificationId),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type NotificationsQuery = z.infer<typeof NotificationsQuery>;

/** Names are those of the moment it happened. */
export const NotificationSubject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('shared'),
    nodeId: NodeId,
    nodeKind: z.enum(['folder', 'file']),
    name: z.string(),
    role: GrantRole,
    message: z.string(),
  }),
  z.object({
    /** `mentioned`: the comment names the person. */
    kind: z.enum(['commented', 'mentioned']),
    nodeId: NodeId,
    nodeKind: z.enum(['folder', 'file']),
    name: z.string(),
    /** The beginning of the comment. */
    text: z.string(),
  }),
  /** Somebody asks for a higher role, and the person may give it. */
  z.object({
    kind: z.literal('access_requested'),
    requestId: AccessRequestId,
    nodeId: NodeId,
    nodeKind: z.enum(['folder', 'file']),
    name: z.string(),
    role: AskedRole,
    message: z.string(),
    /** For `If-Match`. */
    revision: Count,
    state: z.enum(['open', 'given', 'declined', 'withdrawn', 'ended']),
    answeredBy: z.nullable(z.object({ id: UserId, name: z.string() })),
  }),
  /** What became of the person's own request. */
  z.object({
    kind: z.literal('access_answered'),
    nodeId: NodeId,
    nodeKind: z.enum(['folder', 'file']),
    name: z.string(),
    role: AskedRole,
    isGiven: z.boolean(),
    reason: z.string(),
  }),
  z.object({ kind: z.literal('space_added'), spaceId: SpaceId, name: z.string(), role: SpaceRole }),
  z.object({ kind: z.literal('space_role'), spaceId: SpaceId, name: z.string(), role: SpaceRole }),
  z.object({ kind: z.literal('space_removed'), name: z.string() }),
  /** By an administrator, to owners. */
  z.object({ kind: z.literal('space_archived'), name: z.string() }),
  z.object({ kind: z.literal('space_restored'), spaceId: SpaceId, name: z.string() }),
  /** What the person's space was, is now the space `name` of somebody else. */
  z.object({ kind: z.literal('files_handed_over'), name: z.string(), to: z.string() }),
  /** Files that one guest handed in for a request, counted up while they are unread. */
  z.object({
    kind: z.literal('handed_in'),
    spaceId: SpaceId,
    folderId: NodeId,
    /** Of the request. */
    name: z.string(),
    /** What the guest is called. Empty if they did not say. */
    guest: z.string(),
    files: z.number(),
  }),
  z.object({
    kind: z.literal('quota'),
    spaceId: SpaceId,
    name: z.string(),
    percent: z.number(),
    isPersonal: z.boolean(),
  }),
  /** An API token on the person's own account, by the person or by whoever sits at their browser. */
  z.object({ kind: z.literal('token_created'), name: z.string() }),
  /** By an administrator. `name` lists what they were called. */
  z.object({ kind: z.literal('tokens_deleted'), name: z.string(), count: z.number() }),
  /** Its owner's, after days without a delivery, or because its receiver said that it is gone. */
  z.object({
    kind: z.literal('webhook_paused'),
    /** Null for one of all spaces. */
    spaceId: z.nullable(SpaceId),
    /** Of the space. */
    space: z.string(),
    /** What it is called, or its host. */
    name: z.string(),
    isGone: z.boolean(),
  }),
  /** The person's two-step verification, by an administrator or at the server. */
  z.object({ kind: z.literal('factors_reset') }),
  /** Somebody accepted the person's invitation. */
  z.object({ kind: z.literal('joined') }),
]);
export type NotificationSubject = z.infer<typeof NotificationSubject>;

export const Notification = z.object({
  id: NotificationId,
  at: Instant,
  isRead: z.boolean(),
  /** Null if there is no actor or the account was deleted. */
  actor: z.nullable(z.object({ id: UserId, name: z.string(), picture: z.optional(PictureId) })),
  subject: NotificationSubject,
});
export type Notification = z.infer<typeof Notification>;

/** Newest first. */
export const NotificationPage = z.object({
  items: z.array(Notification),
  /** Of all, counted up to `notificationsCountedMax`. */
  unread: z.number(),
  /** For `after`. Null at the end. */
  next: z.nullable(NotificationId),
});
export type NotificationPage = z.infer<typeof NotificationPage>;

export const ReadNotificationsRequest = z.strictObject({
  /** The newest that was seen; older ones count as read too. */
  upTo: NotificationId,
});
export type ReadNotificationsRequest = z.infer<typeof ReadNotificationsRequest>;
