import * as z from 'zod/mini';
import { Count, Instant, PictureId, SizeBytes } from '../ids.ts';

/** Who did something. A contributor does not learn who else works in the space. */
export const Author = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('you') }),
  z.object({ kind: z.literal('person'), name: z.string(), picture: z.optional(PictureId) }),
  /** A guest without an account, through a file request or a link to edit. The latter is named by its label. */
  z.object({ kind: z.literal('guest'), name: z.string() }),
  z.object({ kind: z.literal('guest_by_link'), link: z.string() }),
  z.object({ kind: z.enum(['removed_person', 'hidden_person', 'unnamed_guest', 'system']) }),
]);
export type Author = z.infer<typeof Author>;

/** Details that a list of files does not contain. */
export const NodeDetails = z.object({
  createdAt: Instant,
  createdBy: Author,
  /** The current version. Null for folders. */
  version: z.nullable(z.object({ number: Count, createdAt: Instant, author: Author })),
});
export type NodeDetails = z.infer<typeof NodeDetails>;

/**
 * Totals of the files and of everything below the folders, in current versions. The requested folders themselves do not
 * count.
 */
export const NodesSize = z.object({
  folders: Count,
  files: Count,
  sizeBytes: SizeBytes,
  /** False if there were too many folders to count. The actual numbers are larger. */
  isComplete: z.boolean(),
});
export type NodesSize = z.infer<typeof NodesSize>;
