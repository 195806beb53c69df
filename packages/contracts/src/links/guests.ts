import * as z from 'zod/mini';
import { Count, Instant, NodeId, SizeBytes, VersionId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { NodeName } from '../names/node-name-schema.ts';
import {
  ChildrenQuery,
  ContentsRequest,
  ContentsResult,
  ContentUrl,
  NodePath,
  PictureHint,
  TreePage,
} from '../nodes.ts';
import { REQUEST_KINDS } from './request-kinds.ts';
import { GuestRequest } from './requests.ts';

/** Contains nothing about the space or the folders above the link's item. */
export const GuestNode = z.object({
  id: NodeId,
  kind: z.enum(['folder', 'file']),
  name: z.string(),
  /** Null for folders. */
  sizeBytes: z.nullable(SizeBytes),
  /** Null for folders. */
  mediaType: z.nullable(z.string()),
  modifiedAt: Instant,
  versionId: z.nullable(VersionId),
  /** For `If-Match`. */
  revision: Count,
  /** Present if the bytes are corrupt. */
  isDamaged: z.optional(z.literal(true)),
  /** Present if the thumbnail is drawn and the link shows thumbnails. */
  picture: z.optional(PictureHint),
});
export type GuestNode = z.infer<typeof GuestNode>;

/** A link through which a guest sees an item. */
export const GuestShare = z.object({
  /** `view`: no downloads. `download`: also downloads. `edit`: also changes. */
  kind: z.enum(['view', 'download', 'edit']),
  node: GuestNode,
  /** Null if the person has no name. */
  sharedBy: z.nullable(z.string()),
  expiresAt: Instant,
  /** Null without a limit. A limit on downloads or bytes disables previews, because they would be downloads too. */
  downloadsLeft: z.nullable(Count),
  /** Null without a limit. */
  bytesLeft: z.nullable(SizeBytes),
  /** File kinds that a link to edit accepts; empty without a limit. */
  kinds: z.array(z.enum(REQUEST_KINDS)),
});
export type GuestShare = z.infer<typeof GuestShare>;

export const GuestLink = z.discriminatedUnion('kind', [GuestShare, GuestRequest]);
export type GuestLink = z.infer<typeof GuestLink>;

export const UnlockLinkRequest = z.strictObject({
  password: z.string().check(z.minLength(1), z.maxLength(LIMITS.passwordLengthMax)),
});
export type UnlockLinkRequest = z.infer<typeof UnlockLinkRequest>;

export const GuestChildrenQuery = z.omit(ChildrenQuery, { filter: true });

export const RenameGuestNodeRequest = z.strictObject({ name: NodeName });

export const TrashGuestNodesRequest = z.strictObject({
  ids: z.array(NodeId).check(z.minLength(1), z.maxLength(LIMITS.linkContentsSignedMax)),
});

export const MoveGuestNodesRequest = z.extend(TrashGuestNodesRequest, {
  parentId: NodeId,
  /** For a taken name: refuse with `name_taken`, or add a number. */
  conflict: z._default(z.enum(['fail', 'rename']), 'fail'),
});

/** In the order of the request. */
export const TrashGuestNodesResult = z.object({
  items: z.array(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('done'), id: NodeId }),
      z.object({ outcome: z.literal('failed'), id: NodeId, code: z.string() }),
    ]),
  ),
});

export const GuestPage = z.object({
  items: z.array(GuestNode),
  total: Count,
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(z.string()),
});
export type GuestPage = z.infer<typeof GuestPage>;

/** From the link's item to the node itself. */
export const GuestPath = NodePath;
export type GuestPath = z.infer<typeof GuestPath>;

export const GuestContentRequest = z.strictObject({
  disposition: z._default(z.enum(['attachment', 'inline']), 'attachment'),
});

export const GuestContentUrl = ContentUrl;
export const GuestTreePage = TreePage;

/**
 * Only current versions. The limit is lower than for signed-in people, because calls without a session accept only
 * small bodies.
 */
export const GuestContentsRequest = z.strictObject({
  files: ContentsRequest.shape.files.check(z.maxLength(LIMITS.linkContentsSignedMax)),
});
export const GuestContentsResult = ContentsResult;
