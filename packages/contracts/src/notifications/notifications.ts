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

/** Names are those at the time of the event. */
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
    /** `mentioned`: the comment mentions the recipient. */
    kind: z.enum(['commented', 'mentioned']),
    nodeId: NodeId,
    nodeKind: z.enum(['folder', 'file']),
    name: z.string(),
    /** The beginning of the comment. */
    text: z.string(),
  }),
  /** Changes by others in what the recipient follows. The numbers grow while the notification is unread. */
  z.object({
    kind: z.literal('followed'),
    nodeId: NodeId,
    nodeKind: z.enum(['folder', 'file']),
    name: z.string(),
    /** Items that arrived, changed or went to the trash. A followed file counts as one. */
    added: z.number(),
    changed: z.number(),
    trashed: z.number(),
  }),
  /** Somebody requests a higher role, which the recipient may grant. */
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
  /** The outcome of the recipient's own request. */
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
  /** An administrator archived or restored a space; its owners are notified. */
  z.object({ kind: z.literal('space_archived'), name: z.string() }),
  z.object({ kind: z.literal('space_restored'), spaceId: SpaceId, name: z.string() }),
  /** The recipient's personal space is now the space `name` of the person `to`. */
  z.object({ kind: z.literal('files_handed_over'), name: z.string(), to: z.string() }),
  /** Files that one guest handed in to a request. The number grows while the notification is unread. */
  z.object({
    kind: z.literal('handed_in'),
    spaceId: SpaceId,
    folderId: NodeId,
    /** Title of the request. */
    name: z.string(),
    /** Name of the guest. Empty if they gave none. */
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
  /** An API token was created for the recipient's account, by them or by somebody who uses their browser. */
  z.object({ kind: z.literal('token_created'), name: z.string() }),
  /** An administrator deleted API tokens. `name` lists their names. */
  z.object({ kind: z.literal('tokens_deleted'), name: z.string(), count: z.number() }),
  /** A webhook of the recipient was paused, after days of failures or because its receiver answered 410. */
  z.object({
    kind: z.literal('webhook_paused'),
    /** Null for a webhook of all spaces. */
    spaceId: z.nullable(SpaceId),
    /** Name of the space. */
    space: z.string(),
    /** Name of the webhook, or its host. */
    name: z.string(),
    isGone: z.boolean(),
  }),
  /** The recipient's two-step verification was reset, by an administrator or on the server's command line. */
  z.object({ kind: z.literal('factors_reset') }),
  /** Somebody accepted the recipient's invitation. */
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
  /** Number of all unread notifications, counted up to `notificationsCountedMax`. */
  unread: z.number(),
  /** For `after`. Null at the end. */
  next: z.nullable(NotificationId),
});
export type NotificationPage = z.infer<typeof NotificationPage>;

export const ReadNotificationsRequest = z.strictObject({
  /** The newest notification that was seen. Older ones become read too. */
  upTo: NotificationId,
});
export type ReadNotificationsRequest = z.infer<typeof ReadNotificationsRequest>;
