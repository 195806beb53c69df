import type { NodeTag, NodeView } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { listNodeTags } from './store/node-tags.ts';

/** Adds the tags that this person sees. Must not be used for guests of a link or for a viewing. */
export async function withTags(
  db: Db | Tx,
  userId: string,
  nodes: readonly NodeView[],
): Promise<readonly NodeView[]> {
  if (nodes.length === 0) return nodes;
  const rows = await listNodeTags(db, { nodeIds: nodes.map(({ id }) => id), userId });
  if (rows.length === 0) return nodes;
  const tagsOf = Map.groupBy(rows, (row) => row.node_id);
  return nodes.map((node) => {
    const tags = tagsOf.get(node.id)?.map(({ id, name, color, is_own: isOwn }): NodeTag => {
      return { id, name, color, ...(isOwn ? { isOwn } : {}) };
    });
    return tags === undefined ? node : { ...node, tags };
  });
}
