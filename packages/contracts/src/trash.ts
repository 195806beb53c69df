import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, NodeId, SizeBytes } from './ids.ts';
import { LIMITS } from './limits.ts';
import { NodeView } from './nodes.ts';

/**
 * `from` sorts by the name of the former parent folder, items from the root first. Within `from` and `deletedBy`, the
 * newest come first.
 */
export const TRASH_SORTS = ['name', 'size', 'trashed', 'deletedBy', 'from'] as const;
export type TrashSort = (typeof TRASH_SORTS)[number];

export const TrashQuery = z.strictObject({
  sort: z._default(z.enum(TRASH_SORTS), 'trashed'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  /** Row offset, from 0. */
  at: z._default(digitsUpTo(100_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type TrashQuery = z.infer<typeof TrashQuery>;

export const TrashEntry = z.object({
  node: NodeView,
  /** Folder names from the space's root. */
  from: z.array(z.string()),
  /** The person's name. Null if the account was deleted. */
  deletedBy: z.nullable(z.string()),
  /** The item may be deleted permanently after this day. Null while the space is on hold. */
  goesAt: z.nullable(Instant),
});
export type TrashEntry = z.infer<typeof TrashEntry>;

export const TrashPage = z.object({
  items: z.array(TrashEntry),
  total: Count,
  /** When the list was read, for `trashedUntil`. */
  asOf: Instant,
});
export type TrashPage = z.infer<typeof TrashPage>;

export const TrashSummary = z.object({
  items: Count,
  /** Includes everything below the items. */
  sizeBytes: SizeBytes,
  /** Items whose permanent deletion has begun and is not finished. */
  deleting: Count,
  /** The moment of these numbers, for `trashedUntil`. */
  asOf: Instant,
  /** How long an item stays in the trash, in milliseconds. */
  keptMs: Count,
  /** How long the store keeps permanently deleted files, in milliseconds. */
  storeKeepsMs: Count,
});
export type TrashSummary = z.infer<typeof TrashSummary>;

export const EmptyTrashRequest = z.strictObject({
  /** Keeps items that were trashed later. */
  trashedUntil: z.optional(Instant),
});
export type EmptyTrashRequest = z.infer<typeof EmptyTrashRequest>;

export const EmptyTrashResult = z.object({
  items: Count,
  /** Items that are still being deleted. They are no longer in the trash. */
  unfinished: Count,
});
export type EmptyTrashResult = z.infer<typeof EmptyTrashResult>;

/** In request order. */
export const PurgeResult = z.object({
  items: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), id: NodeId }),
      z.object({ ok: z.literal(false), id: NodeId, code: z.string() }),
    ]),
  ),
  unfinished: Count,
});
export type PurgeResult = z.infer<typeof PurgeResult>;
