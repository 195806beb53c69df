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
  /** `folderRevision` of the list that was seen. Refused when the folder has changed since. */
  revision: z.optional(Count),
});

const OfTrash = z.strictObject({
  of: z.literal('trash'),
  spaceId: SpaceId,
  except: z._default(Ids, NONE),
  /** Leaves out what was moved to the trash later. */
  trashedUntil: z.optional(Instant),
});

/** A selection of items that are not in the trash. */
export const ListSelection = z.discriminatedUnion('of', [OfItems, OfFolder]);
export type ListSelection = z.infer<typeof ListSelection>;

/** What a person has selected, without reading all of it: some items, or everything in a list but some. */
export const Selection = z.discriminatedUnion('of', [OfItems, OfFolder, OfTrash]);
export type Selection = z.infer<typeof Selection>;

export const BULK_ACTS = ['trash', 'restore', 'purge', 'move', 'copy'] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

export const JobRequest = z.strictObject({
  act: z.enum(BULK_ACTS),
  selection: Selection,
  /** The folder to move, copy or restore to. Left out of a restore: to where each item was. */
  to: z.optional(NodeId),
  /**
   * For taken names: `rename` numbers the new item; `replace` moves existing files to the trash, and numbers where one
   * is a folder. Left out: `skip`, of a restore `rename`.
   */
  conflict: z.optional(z.enum(['skip', 'rename', 'replace'])),
  /** For single items, before `conflict`. */
  decisions: z.optional(NameDecisions),
});
export type JobRequest = z.infer<typeof JobRequest>;

export const TakenRequest = z.strictObject({
  act: JobRequest.shape.act,
  selection: Selection,
  to: JobRequest.shape.to,
});
export type TakenRequest = z.infer<typeof TakenRequest>;

/** The first selected items whose name is taken where they would go, at most `LIMITS.takenListed`. */
export const TakenNames = z.object({
  items: z.array(
    z.object({
      node: NodeView,
      existing: NodeView,
      /** Present where `replace` is possible. */
      mayReplace: z.optional(z.literal(true)),
    }),
  ),
  /** More names are taken. */
  isPartial: z.boolean(),
});
export type TakenNames = z.infer<typeof TakenNames>;

export const JobPreview = z.object({
  /** Selected items. */
  items: Count,
  /** Folders and files below them. Of a permanent deletion, they go as well. */
  below: Count,
  sizeBytes: SizeBytes,
  /** False where there was too much to count: the numbers are lower bounds. */
  isComplete: z.boolean(),
  /** Selected items whose name is taken where they would go, and how many of these are folders, or meet one. */
  taken: Count,
  takenFolders: Count,
});
export type JobPreview = z.infer<typeof JobPreview>;
