import * as z from 'zod/mini';
import { NodeId } from '../ids.ts';
import { NodeView } from '../nodes.ts';
import { Space } from '../spaces/spaces.ts';

/** A file or folder outside the list of its folder, with the way to it. */
export const LocatedNode = z.object({
  node: NodeView,
  /** Null if the person is no member: the node was shared with them. */
  space: z.nullable(z.pick(Space, { id: true, name: true, color: true, kind: true, rootId: true })),
  /** Folders from below the root of the space, or from what was shared, to the node's own, without those that the person may not see. */
  path: z.array(z.object({ id: NodeId, name: z.string() })),
  /** True also for what is in a trashed folder. */
  isTrashed: z.boolean(),
});
export type LocatedNode = z.infer<typeof LocatedNode>;
