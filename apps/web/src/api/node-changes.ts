import { LIMITS, type NodeId, type NodeView, type OperationInput } from '@coffer/contracts';
import { callOrThrow } from './client.ts';

/** Gives a node another name, based on the revision that the person saw. */
export function renameTo(nodeId: NodeId, revision: number, name: string): Promise<NodeView> {
  return callOrThrow('renameNode', { params: { nodeId }, revision, body: { name } });
}

const CHANGES = {
  trashNodes: (body: OperationInput<'trashNodes', 'body'>) => callOrThrow('trashNodes', { body }),
  restoreNodes: (body: OperationInput<'restoreNodes', 'body'>) => callOrThrow('restoreNodes', { body }),
};

/** Trashes or restores any number of nodes. Refusals are counted, they do not stop the others. */
export async function inBatches(
  operation: keyof typeof CHANGES,
  ids: readonly NodeId[],
): Promise<{ readonly moved: readonly NodeView[]; readonly refused: number }> {
  const moved: NodeView[] = [];
  let refused = 0;
  for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
    const { items } = await CHANGES[operation]({ ids: ids.slice(at, at + LIMITS.batchMax) });
    for (const item of items) {
      if (item.ok) moved.push(item.node);
      else refused += 1;
    }
  }
  return { moved, refused };
}

export function createFolder(parentId: NodeId, name: string): Promise<NodeView> {
  return callOrThrow('createFolder', { body: { parentId, name } });
}
