import * as z from 'zod/mini';
import { Count, Instant, NodeId, SizeBytes, SpaceId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { ChildrenQuery, NameDecisions, NodeView } from '../nodes.ts';

const Ids = z.array(NodeId).check(z.maxLength(LIMITS.selectedMax));
const NONE: NodeId[] = [];

const OfItems = z.strictObject({ of: z.literal('items'), ids: Ids.check(z.minLength(1)) });

const OfFolder = z.strictObject({
  of: z.literal('folder'),
  folderId: NodeId,
  filter: ChildrenQuery.shape.filter,
  except: z._default(Ids, NONE),
  /** `folderRevision` of the list that the person saw. The request is refused if the folder has changed since. */
  revision: z.optional(Count),
});

const OfTrash = z.strictObject({
  of: z.literal('trash'),
  spaceId: SpaceId,
  except: z._default(Ids, NONE),
  /** Excludes items that were trashed later. */
  trashedUntil: z.optional(Instant),
});

/** A selection of items that are not in the trash. */
export const ListSelection = z.discriminatedUnion('of', [OfItems, OfFolder]);
export type ListSelection = z.infer<typeof ListSelection>;

/** A person's selection: listed items, or all items of a list except some. */
export const Selection = z.discriminatedUnion('of', [OfItems, OfFolder, OfTrash]);
export type Selection = z.infer<typeof Selection>;

export const BULK_ACTS = ['trash', 'restore', 'purge', 'move', 'copy'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

export const JobRequest = z.strictObject({
  act: z.enum(BULK_ACTS),
  selection: Selection,
  /** Target folder of a move, copy or restore. Left out of a restore: each item returns to where it was. */
  to: z.optional(NodeId),
  /**
   * For taken names: `rename` numbers the new item; `replace` trashes existing files, but numbers if either item is a
   * folder. Default: `skip`, for a restore `rename`.
   */
  conflict: z.optional(z.enum(['skip', 'rename', 'replace'])),
  /** Decisions for single items, which override `conflict`. */
  decisions: z.optional(NameDecisions),
});
export type JobRequest = z.infer<typeof JobRequest>;

export const TakenRequest = z.strictObject({
  act: JobRequest.shape.act,
  selection: Selection,
  to: JobRequest.shape.to,
});
export type TakenRequest = z.infer<typeof TakenRequest>;

/** The first selected items whose name is taken at the target, at most `LIMITS.takenListed`. */
export const TakenNames = z.object({
  items: z.array(
    z.object({
      node: NodeView,
      existing: NodeView,
      /** Present where `replace` is possible. */
      mayReplace: z.optional(z.literal(true)),
    }),
  ),
  /** More names are taken than are listed. */
  isPartial: z.boolean(),
});
export type TakenNames = z.infer<typeof TakenNames>;

export const JobPreview = z.object({
  /** Selected items. */
  items: Count,
  /** Files and folders below the selected items. A permanent deletion includes them. */
  below: Count,
  sizeBytes: SizeBytes,
  /** False if there was too much to count, so the numbers are lower bounds. */
  isComplete: z.boolean(),
  /** Selected items whose name is taken at the target; `takenFolders` counts those where either item is a folder. */
  taken: Count,
  takenFolders: Count,
});
export type JobPreview = z.infer<typeof JobPreview>;
