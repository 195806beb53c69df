import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, NodeId, SizeBytes, SpaceId, VersionId } from '../ids.ts';
import { LIMITS } from '../limits.ts';

export const PastQuery = z.strictObject({
  moment: Instant,
  /** Row offset, from 0. */
  at: z._default(digitsUpTo(100_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type PastQuery = z.infer<typeof PastQuery>;

/** What happened to an item since that moment. `changed`: its content is different. */
const PAST_CHANGES = ['trashed', 'moved', 'renamed', 'changed'] as const;

/** An item as it was at that moment. */
export const PastItem = z.object({
  id: NodeId,
  kind: z.enum(['folder', 'file']),
  name: z.string(),
  /** Null for folders, and if the old content is no longer kept. */
  sizeBytes: z.nullable(SizeBytes),
  mediaType: z.nullable(z.string()),
  modifiedAt: Instant,
  /** Null for folders, and if the old content is no longer kept. */
  versionId: z.nullable(VersionId),
  /** False for an item in the trash, which has to be restored first. */
  canOpen: z.boolean(),
  since: z.nullable(z.enum(PAST_CHANGES)),
});
export type PastItem = z.infer<typeof PastItem>;

/** Why an earlier state of the folder is not known. */
const PAST_ENDS = ['created', 'purged', 'arrived'] as const;

export const PastRestore = z.strictObject({ moment: Instant });
export type PastRestore = z.infer<typeof PastRestore>;

/** What a restore would change so that a folder, and everything below it, is as it was. */
export const PastEffect = z.object({
  /** False if some state below the folder is no longer known. In that case nothing can be restored. */
  isKnown: z.boolean(),
  /** The earliest known moment. Null if it cannot be determined. */
  knownFrom: z.nullable(Instant),
  moved: Count,
  renamed: Count,
  /** Items that return from the trash. */
  restored: Count,
  /** Files whose older version becomes the current one. */
  versions: Count,
  /** Newer items, which move to the trash. */
  trashed: Count,
  /** Items that stay as they are: in another space, not visible to the person, or with a taken name. */
  left: Count,
  /** Files whose old content is no longer kept. Their current version stays. */
  lost: Count,
});
export type PastEffect = z.infer<typeof PastEffect>;

/** A folder as it was at a moment. Folders first, then files, by name. */
export const PastPage = z.object({
  moment: Instant,
  /**
   * The earliest known moment, if it is later than the requested one. Null if the folder is shown; otherwise there are
   * no items.
   */
  knownFrom: z.nullable(z.object({ at: Instant, why: z.enum(PAST_ENDS) })),
  /** The space that contains the folder today. */
  spaceId: SpaceId,
  isTrashed: z.boolean(),
  isRoot: z.boolean(),
  /** Whether the person may restore this moment, as far as it is known. */
  mayRestore: z.boolean(),
  /** The name and the parent folders at that moment, as far as the person may see them. */
  name: z.string(),
  path: z.array(z.object({ id: NodeId, name: z.string() })),
  items: z.array(PastItem),
  total: Count,
  /** Items that existed at that moment and that the person may not see today. */
  hidden: Count,
});
export type PastPage = z.infer<typeof PastPage>;
