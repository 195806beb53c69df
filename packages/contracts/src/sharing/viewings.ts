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

/** A read-only look at a space as somebody else has it. */
export const Viewing = z.object({
  id: ViewingId,
  spaceId: SpaceId,
  /** Null for a personal space. */
  spaceName: z.nullable(z.string()),
  as: z.enum(['person', 'link']),
  /** Of the person; of a link its label, which may be empty. */
  name: z.string(),
  expiresAt: Instant,
  /** Where their tree begins: the space, or what of it was shared with them. Empty if they see nothing. */
  roots: z.array(NodeView),
});
export type Viewing = z.infer<typeof Viewing>;

export const ViewedSearchQuery = z.strictObject({ q: typedLine(1, LIMITS.searchLengthMax) });

/** The best matches first. */
export const ViewedSearch = z.object({
  items: z.array(
    z.object({
      node: NodeView,
      /** Folders above that they see, from below the root of the space. */
      path: z.array(z.object({ id: NodeId, name: z.string() })),
    }),
  ),
  /** Of everything that matches. */
  total: Count,
});

export const ViewingPage = z.object({
  items: z.array(NodeView),
  total: Count,
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(z.string()),
});
export type ViewingPage = z.infer<typeof ViewingPage>;
