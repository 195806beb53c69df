import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, JobId, NodeId, SpaceId } from '../ids.ts';
import { JOB_KINDS } from '../jobs/jobs.ts';
import { LIMITS } from '../limits.ts';
import { GrantRole } from '../sharing/grants.ts';
import { RetentionChange } from '../spaces/retention.ts';
import { Author } from './node-details.ts';

export const ActivityQuery = z.strictObject({
  /** Cursor of the previous page. */
  after: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** Null if the person may not see the folder, or it is gone. The root has its own name in every language. */
const ActivityFolder = z.nullable(z.object({ id: NodeId, name: z.string(), isRoot: z.boolean() }));

/** The recipient of a share, with the current name. */
const ActivityHolder = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['person', 'group', 'address']), name: z.string() }),
  z.object({ kind: z.enum(['you', 'gone']) }),
]);

const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['created', 'copied', 'trashed', 'restored']) }),
  z.object({ kind: z.enum(['version_created', 'version_damaged', 'version_deleted']), number: Count }),
  z.object({ kind: z.literal('version_restored'), restored: Count, number: Count }),
  z.object({ kind: z.literal('renamed'), from: z.string() }),
  z.object({ kind: z.literal('moved'), from: ActivityFolder, to: ActivityFolder }),
  // Only for readers who may see the lists of access and of links.
  z.object({ kind: z.enum(['shared', 'share_changed']), holder: ActivityHolder, role: GrantRole }),
  z.object({ kind: z.literal('share_ended'), holder: ActivityHolder }),
  z.object({ kind: z.enum(['share_left', 'share_returned']) }),
  /** A person received the share that was waiting for their address. */
  z.object({ kind: z.literal('share_joined'), role: GrantRole }),
  /** A space keeps its trash or versions longer or shorter. */
  z.extend(RetentionChange, { kind: z.literal('retention_changed') }),
  z.object({ kind: z.enum(['link_created', 'link_changed', 'link_revoked', 'link_restored']) }),
]);

/** What happened to the item itself, or to an item directly in the folder. */
export const ActivityItem = z.object({
  id: z.string(),
  at: Instant,
  author: Author,
  /** Name of the API token that the author used. Null without one, and for readers who may not learn names. */
  token: z.nullable(z.string()),
  nodeId: NodeId,
  /** Name after the event. */
  name: z.string(),
  action: Action,
  /** The job that undoes the whole action. Null if it can no longer be undone, or not by this person. */
  undoJobId: z.nullable(JobId),
  /** Present if the event undid an action of this kind. */
  undid: z.optional(z.enum(JOB_KINDS)),
  /** Present if the whole action was undone later. */
  isUndone: z.optional(z.literal(true)),
});
export type ActivityItem = z.infer<typeof ActivityItem>;

/** Newest first. A page may be short, or even empty, before the end. */
export const ActivityPage = z.object({
  items: z.array(ActivityItem),
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(z.string()),
});
export type ActivityPage = z.infer<typeof ActivityPage>;

export const FeedQuery = z.strictObject({
  /** Default: all spaces of the person. */
  spaceId: z.optional(SpaceId),
  /** Cursor of the previous page. */
  after: z.optional(JobId),
  limit: ActivityQuery.shape.limit,
});
export type FeedQuery = z.infer<typeof FeedQuery>;

/** One action, however many items it changed. */
export const FeedItem = z.extend(ActivityItem, {
  spaceId: SpaceId,
  /** Number of items that the action changed in this space. The entry names the first of them. */
  count: Count,
  /** Where the item is now. Null if it is gone, or the person may not see it. */
  place: z.nullable(
    z.object({
      /** Null for the root of a space. */
      parentId: z.nullable(NodeId),
      kind: z.enum(['folder', 'file']),
      isTrashed: z.boolean(),
      spaceId: SpaceId,
    }),
  ),
});
export type FeedItem = z.infer<typeof FeedItem>;

/** Newest first. A page may be short, or even empty, before the end. */
export const FeedPage = z.object({
  items: z.array(FeedItem),
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(JobId),
});
export type FeedPage = z.infer<typeof FeedPage>;
