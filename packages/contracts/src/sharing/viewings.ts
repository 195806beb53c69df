import * as z from 'zod/mini';
import { Count, Instant, LinkId, NodeId, SpaceId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { NodeView } from '../nodes.ts';
import { typedLine } from '../text.ts';
import { isUuid } from '../uuid.ts';

export const ViewingId = z.custom<string>(isUuid);

/** View as a person with access to anything in the space, or as a guest with a public link. */
export const StartViewingRequest = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('person'), personId: UserId }),
  z.strictObject({ as: z.literal('link'), linkId: LinkId }),
]);
export type StartViewingRequest = z.infer<typeof StartViewingRequest>;

/** A read-only view of a space as another person or a public link sees it. */
export const Viewing = z.object({
  id: ViewingId,
  spaceId: SpaceId,
  /** Null for a personal space. */
  spaceName: z.nullable(z.string()),
  as: z.enum(['person', 'link']),
  /** Name of the person, or label of the link, which may be empty. */
  name: z.string(),
  expiresAt: Instant,
  /** Top of the visible tree: the root of the space, or the shared items. Empty if nothing is visible. */
  roots: z.array(NodeView),
});
export type Viewing = z.infer<typeof Viewing>;

export const ViewedSearchQuery = z.strictObject({ q: typedLine(1, LIMITS.searchLengthMax) });

/** The best matches first. */
export const ViewedSearch = z.object({
  items: z.array(
    z.object({
      node: NodeView,
      /** The visible parent folders, from below the root of the space. */
      path: z.array(z.object({ id: NodeId, name: z.string() })),
    }),
  ),
  /** Number of items that match the query. */
  total: Count,
});

export const ViewingPage = z.object({
  items: z.array(NodeView),
  total: Count,
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(z.string()),
});
export type ViewingPage = z.infer<typeof ViewingPage>;
