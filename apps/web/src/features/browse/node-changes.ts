import { LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { callOrThrow } from '../../api/client.ts';
import { downloadAddress } from '../../api/nodes.ts';

export function renameTo(nodeId: NodeId, revision: number, name: string): Promise<NodeView> {
  return callOrThrow('renameNode', { params: { nodeId }, revision, body: { name } });
}

export async function inBatches(
  operation: 'trashNodes' | 'restoreNodes',
  ids: readonly NodeId[],
): Promise<{ readonly moved: readonly NodeView[]; readonly refused: number }> {
  const moved: NodeView[] = [];
  let refused = 0;
  for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
    const { items } = await callOrThrow(operation, { body: { ids: ids.slice(at, at + LIMITS.batchMax) } });
    for (const item of items) {
      if (item.ok) moved.push(item.node);
      else refused += 1;
    }
  }
  return { moved, refused };
}

const BETWEEN_DOWNLOADS_MS = 400;

/** Downloads the files among the nodes; false when there is none. Browsers drop downloads that start in the same moment. */
export function startDownloads(nodes: readonly NodeView[]): boolean {
  const files = nodes.filter((node) => node.kind === 'file');
  files.forEach((file, position) => {
    setTimeout(() => {
      const link = document.createElement('a');
      link.href = downloadAddress(file.id);
      document.body.append(link);
      link.click();
      link.remove();
    }, position * BETWEEN_DOWNLOADS_MS);
  });
  return files.length > 0;
}
