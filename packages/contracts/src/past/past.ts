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

/** What became of an item since. `changed` has another content. */
const PAST_CHANGES = ['trashed', 'moved', 'renamed', 'changed'] as const;

/** An item as it was. */
export const PastItem = z.object({
  id: NodeId,
  kind: z.enum(['folder', 'file']),
  name: z.string(),
  /** Null for folders, and where the content of then is not kept. */
  sizeBytes: z.nullable(SizeBytes),
  mediaType: z.nullable(z.string()),
  modifiedAt: Instant,
  /** Null for folders, and where the content of then is not kept. */
  versionId: z.nullable(VersionId),
  /** False for what is in the trash: it has to be restored before. */
  canOpen: z.boolean(),
  since: z.nullable(z.enum(PAST_CHANGES)),
});
export type PastItem = z.infer<typeof PastItem>;

/** Why the folder cannot be shown as it was earlier. */
const PAST_ENDS = ['created', 'purged', 'arrived'] as const;

export const PastRestore = z.strictObject({ moment: Instant });
export type PastRestore = z.infer<typeof PastRestore>;

/** What it takes for a folder, and everything below it, to be as it was. */
export const PastEffect = z.object({
  /** False where something below is not known any more: then nothing can be restored. */
  isKnown: z.boolean(),
  /** Null where it is not known from when. */
  knownFrom: z.nullable(Instant),
  moved: Count,
  renamed: Count,
  /** From the trash. */
  restored: Count,
  /** Files of which an older version becomes the current one. */
  versions: Count,
  /** Newer items, which go to the trash. */
  trashed: Count,
  /** Items that stay as they are: in another space, out of sight, or with a name that is taken. */
  left: Count,
  /** Files whose content of then is not kept: they stay in their current version. */
  lost: Count,
});
export type PastEffect = z.infer<typeof PastEffect>;

/** A folder as it was at a moment. Folders first, then files, by name. */
export const PastPage = z.object({
  moment: Instant,
  /** Not known before this moment; null where the folder is shown. Then there are no items. */
  knownFrom: z.nullable(z.object({ at: Instant, why: z.enum(PAST_ENDS) })),
  /** Where the folder is today. */
  spaceId: SpaceId,
  isTrashed: z.boolean(),
  isRoot: z.boolean(),
  /** By the person, as far as that moment is known. */
  mayRestore: z.boolean(),
  /** Its name then, and the folders above it then, as far as the person may see them. */
  name: z.string(),
  path: z.array(z.object({ id: NodeId, name: z.string() })),
  items: z.array(PastItem),
  total: Count,
  /** Items that were there and that the person may not see today. */
  hidden: Count,
});
export type PastPage = z.infer<typeof PastPage>;
