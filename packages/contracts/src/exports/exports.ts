import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, NodeId, Sha256, SizeBytes, VersionId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SpaceRole } from '../role-schemas.ts';

const Switch = z.enum(['yes', 'no']);

export const ExportQuery = z.strictObject({
  /** `next` of the previous page. */
  after: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
  /** Also older versions. */
  versions: z._default(Switch, 'no'),
  /** Also items in the trash, with everything below them. */
  trash: z._default(Switch, 'no'),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/** Both are empty for a deleted account. A guest has no address. */
const Named = z.object({ name: z.string(), email: z.string() });

export const ExportRecord = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('node'),
    id: NodeId,
    /** Null for the root. */
    parentId: z.nullable(NodeId),
    kind: z.enum(['folder', 'file']),
    name: z.string(),
    versionId: z.nullable(VersionId),
    mediaType: z.string(),
    sizeBytes: SizeBytes,
    createdAt: Instant,
    modifiedAt: Instant,
    createdBy: Named,
    /** When the item itself was trashed. Null for an item that is only in a trashed folder. */
    trashedAt: z.nullable(Instant),
    /** Whether the exporting person has starred the item. */
    isStarred: z.boolean(),
    tags: z.array(z.object({ name: z.string(), color: z.string(), isPersonal: z.boolean() })),
    isDamaged: z.boolean(),
  }),
  z.object({
    type: z.literal('version'),
    id: VersionId,
    nodeId: NodeId,
    number: Count,
    sizeBytes: SizeBytes,
    mediaType: z.string(),
    /** Null until computed from the bytes. */
    sha256: z.nullable(Sha256),
    createdAt: Instant,
    author: Named,
    label: z.nullable(z.string()),
    isDamaged: z.boolean(),
  }),
  z.object({
    type: z.literal('comment'),
    nodeId: NodeId,
    author: Named,
    text: z.string(),
    createdAt: Instant,
    editedAt: z.nullable(Instant),
  }),
  z.object({
    type: z.literal('share'),
    nodeId: NodeId,
    holder: z.enum(['person', 'group']),
    name: z.string(),
    email: z.string(),
    role: SpaceRole,
    expiresAt: z.nullable(Instant),
  }),
  z.object({
    type: z.literal('link'),
    nodeId: NodeId,
    kind: z.enum(['view', 'download', 'edit', 'request']),
    label: z.string(),
    hasPassword: z.boolean(),
    expiresAt: Instant,
  }),
]);
export type ExportRecord = z.infer<typeof ExportRecord>;

/** First all items, then their versions, comments, shares and links. Members of the space are shares of its root. */
export const ExportPage = z.object({
  records: z.array(ExportRecord),
  /** For `after`. Null at the end. */
  next: z.nullable(z.string()),
});
export type ExportPage = z.infer<typeof ExportPage>;
