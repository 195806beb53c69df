import * as z from 'zod/mini';
import { Instant, NodeId, SizeBytes, SpaceId, VersionId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { NodeName } from './node-name-schema.ts';
import { SORT_COLUMNS } from './sorting.ts';

export const NodeView = z.object({
  id: NodeId,
  spaceId: SpaceId,
  parentId: z.nullable(NodeId),
  kind: z.enum(['folder', 'file']),
  name: z.string(),
  /** Null for folders. */
  sizeBytes: z.nullable(SizeBytes),
  /** Null for folders. */
  mediaType: z.nullable(z.string()),
  /** When the content was last changed by its author. */
  modifiedAt: Instant,
  createdAt: Instant,
  /** Goes into `If-Match` when the node is changed. */
  revision: z.number(),
  versionId: z.nullable(VersionId),
  trashedAt: z.nullable(Instant),
  /** Present where the bytes of the current version are known to be wrong. */
  isDamaged: z.optional(z.literal(true)),
});
export type NodeView = z.infer<typeof NodeView>;

/** Query strings are text: numbers arrive as digits. */
const digits = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(0), z.maximum(max))),
  );

export const ChildrenQuery = z.strictObject({
  sort: z._default(z.enum(SORT_COLUMNS), 'name'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  /** Position of the first row, from 0: jumps anywhere. */
  at: z._default(digits(100_000_000), 0),
  /** Cursor of the previous page: goes on exactly behind it, whatever was added before it meanwhile. */
  after: z.optional(z.string().check(z.maxLength(2_000))),
  limit: z._default(digits(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type ChildrenQuery = z.infer<typeof ChildrenQuery>;

export const NodePage = z.object({
  items: z.array(NodeView),
  /** How many there are in all. */
  total: z.number(),
  /** Cursor for `after`, null at the end. */
  next: z.nullable(z.string()),
});
export type NodePage = z.infer<typeof NodePage>;

/** Folders whose entries are wanted. What is over for one answer is asked for with the `next` of that answer. */
export const TreeRequest = z.strictObject({
  ids: z.array(NodeId).check(z.minLength(1), z.maxLength(LIMITS.treeFoldersMax)),
  /** Goes on in the first of the folders, exactly behind the entry that this cursor names. */
  after: z.optional(z.string().check(z.maxLength(2_000))),
});
export type TreeRequest = z.infer<typeof TreeRequest>;

/** Entries of several folders, in the order of the folders: what it takes to bring a whole tree down. */
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
  /** The request for the rest; null at the end. */
  next: z.nullable(z.object({ ids: z.array(NodeId), after: z.optional(z.string()) })),
});
export type TreePage = z.infer<typeof TreePage>;

export const TrashQuery = z.strictObject({
  at: z._default(digits(100_000_000), 0),
  limit: z._default(digits(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type TrashQuery = z.infer<typeof TrashQuery>;

export const TrashEntry = z.object({
  node: NodeView,
  /** Names of the folders from the root of the space to where it was. */
  from: z.array(z.string()),
  /** The day after which it may be deleted for good. */
  goesAt: Instant,
});
export type TrashEntry = z.infer<typeof TrashEntry>;
export const TrashPage = z.object({ items: z.array(TrashEntry), total: z.number() });
export type TrashPage = z.infer<typeof TrashPage>;

/** From the root (first) to the node itself (last). */
export const NodePath = z.object({
  items: z.array(z.object({ id: NodeId, name: z.string(), kind: z.enum(['folder', 'file']) })),
});
export type NodePath = z.infer<typeof NodePath>;

export const CreateFolderRequest = z.strictObject({
  parentId: NodeId,
  name: NodeName,
  /** `reuse` gives an existing folder of that name back: for uploads of whole folders. */
  ifExists: z._default(z.enum(['fail', 'reuse', 'rename']), 'fail'),
});
export type CreateFolderRequest = z.infer<typeof CreateFolderRequest>;

export const RenameNodeRequest = z.strictObject({ name: NodeName });
export type RenameNodeRequest = z.infer<typeof RenameNodeRequest>;

export const BatchRequest = z.strictObject({
  ids: z.array(NodeId).check(z.minLength(1), z.maxLength(LIMITS.batchMax)),
});
export type BatchRequest = z.infer<typeof BatchRequest>;

/** What became of each node of a batch, in the order asked. */
export const BatchResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), id: NodeId, node: NodeView }),
      z.object({ ok: z.literal(false), id: NodeId, code: z.string() }),
    ]),
  ),
});
export type BatchResult = z.infer<typeof BatchResult>;

export const ContentQuery = z.strictObject({
  disposition: z._default(z.enum(['attachment', 'inline']), 'attachment'),
  as: z._default(z.enum(['redirect', 'json']), 'redirect'),
  /** A version other than the current one; also to go on with the same bytes when an address is over. */
  versionId: z.optional(VersionId),
});
export type ContentQuery = z.infer<typeof ContentQuery>;

/** A short-lived address of the bytes at the object store. */
export const ContentUrl = z.object({
  url: z.string(),
  expiresAt: Instant,
  /** Whose bytes these are: asked for by it, an address is renewed for the same ones. */
  versionId: VersionId,
  name: z.string(),
  sizeBytes: SizeBytes,
  /** The type that the store will answer with: `application/octet-stream` unless it is safe to show. */
  mediaType: z.string(),
});
export type ContentUrl = z.infer<typeof ContentUrl>;

/** Files whose bytes are wanted, each of the version that its reader has seen. */
export const ContentsRequest = z.strictObject({
  files: z
    .array(z.strictObject({ nodeId: NodeId, versionId: VersionId }))
    .check(z.minLength(1), z.maxLength(LIMITS.contentsSignedMax)),
});
export type ContentsRequest = z.infer<typeof ContentsRequest>;

/** A short-lived address for each of them, in the order asked. */
export const ContentsResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), url: z.string(), expiresAt: Instant, sizeBytes: SizeBytes }),
      z.object({ ok: z.literal(false), code: z.string() }),
    ]),
  ),
});
export type ContentsResult = z.infer<typeof ContentsResult>;
