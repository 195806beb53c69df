import * as z from 'zod/mini';
import { Count, NodeId, PictureId } from '../ids.ts';
import { Author } from './node-details.ts';

/** Additional facts about an item of a list, read once its row is visible. */
export const RowFacts = z.object({
  id: NodeId,
  /** Number of items directly in the folder. Null for files, and for readers who see only their own items. */
  items: z.nullable(Count),
  /**
   * Size of all files below the folder, without the trash. Null for files, if `items` is null, and for more than 100
   * subfolders.
   */
  sizeBytes: z.nullable(Count),
  /** Pixels of the upright picture. Null for other files, and until the thumbnails exist. */
  picture: z.nullable(z.object({ width: Count, height: Count })),
  /** Author of the file's current version, or creator of the folder. */
  changedBy: Author,
  /** People and groups with a grant on the item itself. None for readers who may not know of others. */
  sharedWith: z.object({
    names: z.array(z.string()),
    /** In the order of `names`. Absent if nobody has a picture. */
    pictures: z.optional(z.array(z.nullable(PictureId))),
    count: Count,
  }),
  /** Links to the item itself that are neither revoked nor expired. 0 for readers who may not know of others. */
  links: Count,
});
export type RowFacts = z.infer<typeof RowFacts>;

/** In request order, without items that the reader may not see. */
export const RowFactsList = z.object({ items: z.array(RowFacts) });
