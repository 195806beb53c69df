import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, NodeId, Sha256, SizeBytes, VersionId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { SpaceRole } from '../role-schemas.ts';

const Switch = z.enum(['yes', 'no']);

export const ExportQuery = z.strictObject({
  /** `next` of the previous page. */
  after: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
  /** Also versions before the current one. */
  versions: z._default(Switch, 'no'),
  /** Also what lies in the trash, with everything below. */
  trash: z._default(Switch, 'no'),
});
export type ExportQuery = z.infer<typeof ExportQuery>;

/** Both empty for somebody who was removed; a guest has no address. */
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
    /** Of the item itself, not of a folder above. */
    trashedAt: z.nullable(Instant),
    /** By the person who asks. */
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
