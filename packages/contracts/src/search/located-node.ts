import * as z from 'zod/mini';
import { NodeId } from '../ids.ts';
import { NodeView } from '../nodes.ts';
import { Space } from '../spaces/spaces.ts';

/** A file or folder outside the list of its folder, with its path. */
export const LocatedNode = z.object({
  node: NodeView,
  /** Null if the person is not a member and the node was shared with them. */
  space: z.nullable(z.pick(Space, { id: true, name: true, color: true, kind: true, rootId: true })),
  /** Visible folders from below the root of the space, or from what was shared, down to the node's parent. */
  path: z.array(z.object({ id: NodeId, name: z.string() })),
  /** True for an item in the trash, and for an item in a trashed folder. */
  isTrashed: z.boolean(),
});
export type LocatedNode = z.infer<typeof LocatedNode>;
