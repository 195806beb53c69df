import * as z from 'zod/mini';
import { Count, NodeId, PictureId } from '../ids.ts';
import { Author } from './node-details.ts';

/** What a list says beside an item, read once its rows are shown. */
export const RowFacts = z.object({
  id: NodeId,
  /** Directly in the folder. Null for files, and for readers who see only their own items. */
  items: z.nullable(Count),
  /** Of all files below the folder, without the trash. Null for files, where `items` is, and for more than 100 folders below. */
  sizeBytes: z.nullable(Count),
  /** In pixels, upright. Null for what is no picture, and until its thumbnails are drawn. */
  picture: z.nullable(z.object({ width: Count, height: Count })),
  /** Of the current version of a file; who made the folder. */
  changedBy: Author,
  /** People and groups with a grant on the item itself. None for readers who may not know of others. */
  sharedWith: z.object({
    names: z.array(z.string()),
    /** In the order of the names. Absent if none of them has one. */
    pictures: z.optional(z.array(z.nullable(PictureId))),
    count: Count,
  }),
  /** Links to the item itself that are neither revoked nor expired. 0 for readers who may not know of others. */
  links: Count,
});
export type RowFacts = z.infer<typeof RowFacts>;

/** In request order, without the items that the reader doesn't see. */
export const RowFactsList = z.object({ items: z.array(RowFacts) });
