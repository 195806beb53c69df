import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, JobId, NodeId, SizeBytes, SpaceId, TagId, VersionId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { NodeName } from './names/node-name-schema.ts';
import { SpaceRole } from './role-schemas.ts';
import { SORT_COLUMNS } from './sorting.ts';
import { SpaceColor } from './spaces/color-schema.ts';
import { typedLine } from './text.ts';

/** Shown for a file until its thumbnail is loaded. */
export const PictureHint = z.object({
  /** Size of the upright picture, the first page or the video frame. */
  width: Count,
  height: Count,
  /** ThumbHash in Base64: a blurred preview. */
  thumbHash: z.string(),
});
export type PictureHint = z.infer<typeof PictureHint>;

/** A tag of an item. */
export const NodeTag = z.object({
  id: TagId,
  name: z.string(),
  color: SpaceColor,
  /** Present if only the person sees it. */
  isOwn: z.optional(z.literal(true)),
});
export type NodeTag = z.infer<typeof NodeTag>;

export const NodeView = z.object({
  id: NodeId,
  spaceId: SpaceId,
  /**
   * Null for the root of a space. In single-node responses, also null for an item that was shared without its folder.
   */
  parentId: z.nullable(NodeId),
  kind: z.enum(['folder', 'file']),
  name: z.string(),
  /** Null for folders. */
  sizeBytes: z.nullable(SizeBytes),
  /** Null for folders. */
  mediaType: z.nullable(z.string()),
  /** When the author last changed the content. */
  modifiedAt: Instant,
  createdAt: Instant,
  /** The value for `If-Match`. */
  revision: Count,
  versionId: z.nullable(VersionId),
  trashedAt: z.nullable(Instant),
  /** Present if the bytes of the current version are corrupt. */
  isDamaged: z.optional(z.literal(true)),
  /** Present in lists and single-node responses, for files whose thumbnail is drawn and may be seen. */
  picture: z.optional(PictureHint),
  /** Present in lists and single-node responses, for items that have some. */
  tags: z.optional(z.array(NodeTag)),
  /** The person's role. Present in single-node responses and search hits. */
  role: z.optional(SpaceRole),
});
export type NodeView = z.infer<typeof NodeView>;

/** A changed node, and the job that undoes the change. */
export const ChangedNode = z.extend(NodeView, { jobId: z.optional(JobId) });
export type ChangedNode = z.infer<typeof ChangedNode>;

export const ChildrenQuery = z.strictObject({
  sort: z._default(z.enum(SORT_COLUMNS), 'name'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  /** Row offset, from 0. */
  at: z._default(digitsUpTo(100_000_000), 0),
  /** Cursor of the previous page. Stable when earlier items are added. */
  after: z.optional(z.string().check(z.maxLength(2_000))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
  /** Only items whose name contains these words. Case, accents and punctuation do not matter. */
  filter: z.optional(typedLine(0, LIMITS.searchLengthMax)),
});
export type ChildrenQuery = z.infer<typeof ChildrenQuery>;

export const PositionQuery = z.strictObject({
  sort: ChildrenQuery.shape.sort,
  order: ChildrenQuery.shape.order,
  filter: ChildrenQuery.shape.filter,
});
export type PositionQuery = z.infer<typeof PositionQuery>;

export const NodePosition = z.object({
  index: Count,
  /** Number of folders, which come first. */
  folders: Count,
});
export type NodePosition = z.infer<typeof NodePosition>;

export const NodePage = z.object({
  items: z.array(NodeView),
  total: Count,
  /** True if more items match the filter than fit in a list, or than were found in time. */
  isPartial: z.boolean(),
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(z.string()),
  /** Raised by every change of an item in the folder. Null for a contributor. */
  folderRevision: z.nullable(Count),
  /** The person's role in this folder. */
  role: SpaceRole,
});
export type NodePage = z.infer<typeof NodePage>;

/** Folders to list. Continue with the `next` of the response. */
export const TreeRequest = z.strictObject({
  ids: z.array(NodeId).check(z.minLength(1), z.maxLength(LIMITS.treeFoldersMax)),
  /** Continues after the item of this cursor. */
  after: z.optional(z.string().check(z.maxLength(2_000))),
});
export type TreeRequest = z.infer<typeof TreeRequest>;

export const TreePage = z.object({
  items: z.array(
    z.pick(NodeView, {
      id: true,
      parentId: true,
      kind: true,
      name: true,
      sizeBytes: true,
      modifiedAt: true,
      versionId: true,
      isDamaged: true,
    }),
  ),
  /** Null at the end. */
  next: z.nullable(z.object({ ids: z.array(NodeId), after: z.optional(z.string()) })),
});
export type TreePage = z.infer<typeof TreePage>;

/** From the root to the node itself. For a shared item, the path begins at what was shared. */
export const NodePath = z.object({
  items: z.array(z.object({ id: NodeId, name: z.string(), kind: z.enum(['folder', 'file']) })),
});
export type NodePath = z.infer<typeof NodePath>;

export const CreateFolderRequest = z.strictObject({
  parentId: NodeId,
  name: NodeName,
  /** `reuse` returns an existing folder of that name, for uploads of whole folders. */
  ifExists: z._default(z.enum(['fail', 'reuse', 'rename']), 'fail'),
});
export type CreateFolderRequest = z.infer<typeof CreateFolderRequest>;

export const RenameNodeRequest = z.strictObject({ name: NodeName });
export type RenameNodeRequest = z.infer<typeof RenameNodeRequest>;

export const BatchRequest = z.strictObject({
  ids: z.array(NodeId).check(z.minLength(1), z.maxLength(LIMITS.batchMax)),
});
export type BatchRequest = z.infer<typeof BatchRequest>;

/** A change that can be undone. */
export const ChangeRequest = z.extend(BatchRequest, {
  /** A recent job of the same person and kind, a few minutes old. Both are undone together. */
  joins: z.optional(JobId),
});
export type ChangeRequest = z.infer<typeof ChangeRequest>;

export const RestoreRequest = z.extend(ChangeRequest, {
  /** A folder of the same space. Left out: each item returns to where it was. */
  to: z.optional(NodeId),
});

/** In request order. */
export const BatchResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), id: NodeId, node: NodeView }),
      z.object({ ok: z.literal(false), id: NodeId, code: z.string() }),
    ]),
  ),
  /** The job that undoes the change. Missing if nothing changed. */
  jobId: z.optional(JobId),
});
export type BatchResult = z.infer<typeof BatchResult>;

export const INSIDE_RULES = ['rename', 'newer', 'replace', 'skip'] as const;
/** `newer` replaces older files. Files that are not newer stay at their source. */
export type InsideRule = (typeof INSIDE_RULES)[number];

/** What to do about one taken name, independent of the others. */
export const NameDecision = z.strictObject({
  id: NodeId,
  /** `merge` moves the contents of the folder into the existing folder. */
  conflict: z.enum(['rename', 'replace', 'skip', 'merge']),
  /** For files whose name is taken inside a merged folder; default: `rename`. Folders inside are always merged. */
  inside: z.optional(z.enum(INSIDE_RULES)),
  /**
   * The item that had the name when the person decided. If another item has it, the request fails with `changed_since`.
   */
  existing: z.strictObject({ id: NodeId, revision: Count }),
});
export type NameDecision = z.infer<typeof NameDecision>;

export const NameDecisions = z.array(NameDecision).check(z.maxLength(LIMITS.batchMax));

/** For a move or a copy. */
export const MoveRequest = z.extend(ChangeRequest, {
  parentId: NodeId,
  /**
   * For taken names: `rename` numbers the new item, `replace` trashes the existing file, `ask` changes nothing until
   * every taken name has a decision.
   */
  conflict: z._default(z.enum(['fail', 'rename', 'replace', 'ask']), 'fail'),
  decisions: z.optional(NameDecisions),
});
export type MoveRequest = z.infer<typeof MoveRequest>;

/** What a merge of two folders would do. */
export const MergeEffect = z.object({
  /** Files and folders that move into the existing folder, each with its contents. */
  items: Count,
  /** Names that are taken inside, not counting folders that are merged too. */
  taken: Count,
});
export type MergeEffect = z.infer<typeof MergeEffect>;

/** In request order. For a copy, `id` is the original. */
export const MoveResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        id: NodeId,
        node: NodeView,
        /** The file that went to the trash. */
        replacedId: z.optional(NodeId),
        /** The folder was merged into `node`. `left` items stayed where they were. */
        merged: z.optional(z.object({ left: Count })),
      }),
      z.object({
        ok: z.literal(false),
        id: NodeId,
        code: z.string(),
        /** The item that already has the name. */
        existing: z.optional(NodeView),
        /** For `ask`: present if `replace` is possible. */
        mayReplace: z.optional(z.literal(true)),
        /** For `ask`: present if `merge` is possible. */
        merge: z.optional(MergeEffect),
      }),
    ]),
  ),
  /** For `ask`: nothing was changed, and `items` lists the names without a decision. */
  isAsked: z.optional(z.literal(true)),
  jobId: BatchResult.shape.jobId,
  /** The job continues in the background; `items` lists only what was refused. */
  isUnfinished: z.optional(z.literal(true)),
});
export type MoveResult = z.infer<typeof MoveResult>;

export const ContentQuery = z.strictObject({
  disposition: z._default(z.enum(['attachment', 'inline']), 'attachment'),
  as: z._default(z.enum(['redirect', 'json']), 'redirect'),
  /** A version other than the current one. Also pins the version when a URL is renewed. */
  versionId: z.optional(VersionId),
});
export type ContentQuery = z.infer<typeof ContentQuery>;

export const ContentUrl = z.object({
  url: z.string(),
  expiresAt: Instant,
  /** The version of these bytes. Pass it to renew the URL for the same bytes. */
  versionId: VersionId,
  name: z.string(),
  sizeBytes: SizeBytes,
  /** The store's response type: `application/octet-stream` unless the type is safe to display. */
  mediaType: z.string(),
});
export type ContentUrl = z.infer<typeof ContentUrl>;

export const ContentsRequest = z.strictObject({
  files: z
    .array(z.strictObject({ nodeId: NodeId, versionId: VersionId }))
    .check(z.minLength(1), z.maxLength(LIMITS.contentsSignedMax)),
});
export type ContentsRequest = z.infer<typeof ContentsRequest>;

/** Checksums to verify the bytes with, as in a list of versions. */
export const ContentChecksums = z.object({
  /** Base64 of the content's hash, or `<hash of the hashes>-<parts>` with parts of `partSizeBytes`. */
  sha256: z.string(),
  partSizeBytes: SizeBytes,
  /** Base64 SHA-256 of the whole content. Null until computed. */
  contentSha256: z.nullable(z.string()),
  /** The bytes in the store are different from these checksums. */
  isDamaged: z.optional(z.literal(true)),
});
export type ContentChecksums = z.infer<typeof ContentChecksums>;

/** In request order. */
export const ContentsResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        url: z.string(),
        expiresAt: Instant,
        sizeBytes: SizeBytes,
        /** Absent for guests and for exports. */
        checksums: z.optional(ContentChecksums),
      }),
      z.object({ ok: z.literal(false), code: z.string() }),
    ]),
  ),
});
export type ContentsResult = z.infer<typeof ContentsResult>;
