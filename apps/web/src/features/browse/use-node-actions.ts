import type { NodeId, NodeView } from '@coffer/contracts';
import { useState } from 'react';
import { useQueryCache } from '../../api/use-query.ts';
import { loadLater } from './lazy-later.ts';

/** What can be done with nodes, each with its message and its way back. */
export interface NodeActions {
  readonly trash: (nodes: readonly NodeView[]) => Promise<void>;
  /** The message of the refusal, or undefined when the name is changed. */
  readonly rename: (node: NodeView, name: string) => Promise<string | undefined>;
  readonly createFolder: (parentId: NodeId, name: string) => Promise<string | undefined>;
  readonly downloadFile: (nodeId: NodeId) => Promise<void>;
  /** Hands the person the signed receipt of a file. */
  readonly saveReceipt: (node: NodeView) => Promise<void>;
  readonly undoNewest: () => Promise<void>;
}

export function useNodeActions(): NodeActions {
  const cache = useQueryCache();
  const fetchCode = useLaterCode();
  return {
    trash: async (nodes) => await (await fetchCode()).trashNodes(cache, nodes),
    rename: async (node, name) => await (await fetchCode()).renameNode(cache, node, name),
    createFolder: async (parentId, name) => await (await fetchCode()).makeFolder(cache, parentId, name),
    downloadFile: async (nodeId) => await (await fetchCode()).downloadFile(nodeId),
    saveReceipt: async (node) => await (await fetchCode()).saveReceipt(node),
    undoNewest: async () => await (await fetchCode()).undoNewest(cache),
  };
}

/** Code that does not arrive ends at the error boundary, as that of a page does. */
function useLaterCode(): typeof loadLater {
  const [failure, setFailure] = useState<{ readonly cause: unknown }>();
  if (failure !== undefined) throw failure.cause;
  return async () => {
    try {
      return await loadLater();
    } catch (cause) {
      setFailure({ cause });
      throw cause;
    }
  };
}
