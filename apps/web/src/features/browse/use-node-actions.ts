import type { NodeId, NodeView } from '@coffer/contracts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import type { NewFile } from './actions/make-file.ts';
import { loadActions, loadReceipts } from './lazy-actions.ts';
import { fetchedLater } from '../../ui/loading/fetched-later.ts';

const fetchCode = fetchedLater(loadActions);
const fetchReceipts = fetchedLater(loadReceipts);
const fetchFiles = fetchedLater(() => import('./actions/make-file.ts'));
const fetchTemplates = fetchedLater(() => import('./templates/make-from-template.ts'));

export interface NodeActions {
  /** Stars the items, or removes the stars if all of them have one. */
  readonly star: (nodes: readonly NodeView[]) => Promise<void>;
  readonly trash: (nodes: readonly NodeView[]) => Promise<void>;
  /** Resolves to an error message if the rename fails. */
  readonly rename: (node: NodeView, name: string) => Promise<string | undefined>;
  readonly createFolder: (
    parentId: NodeId,
    name: string,
    onCreated: (folderId: NodeId) => void,
  ) => Promise<string | undefined>;
  /** Its code is loaded with the first file. */
  readonly createFile: (file: NewFile) => Promise<string | undefined>;
  readonly downloadFile: (nodeId: NodeId) => Promise<void>;
  readonly saveReceipt: (node: NodeView) => Promise<void>;
  /** Its code is loaded with the first use. */
  readonly keepAsTemplate: (node: NodeView) => Promise<void>;
  readonly undoNewest: () => Promise<void>;
  readonly showUnread: (cause: unknown) => Promise<void>;
  /** Reports that the folder may only be viewed, and offers to ask for more access. */
  readonly refuse: (folderId: NodeId) => Promise<void>;
  readonly ask: (nodeId: NodeId) => Promise<void>;
}

export function useNodeActions(): NodeActions {
  const cache = useQueryCache();
  return {
    star: async (nodes) => await (await fetchCode()).toggleStars(cache, nodes),
    trash: async (nodes) => await (await fetchCode()).trashNodes(cache, nodes),
    rename: async (node, name) => await (await fetchCode()).renameNode(cache, node, name),
    createFolder: async (parentId, name, onCreated) =>
      await (await fetchCode()).makeFolder(cache, { parentId, name, onCreated }),
    createFile: async (file) => await (await fetchFiles()).makeFile(cache, file),
    downloadFile: async (nodeId) => await (await fetchCode()).downloadFile(nodeId),
    saveReceipt: async (node) => await (await fetchReceipts()).saveReceipt(node),
    keepAsTemplate: async (node) => await (await fetchTemplates()).keepAsTemplate(cache, node),
    undoNewest: async () => await (await fetchCode()).undoNewest(cache),
    showUnread: async (cause) => (await fetchCode()).showUnread(cause),
    refuse: async (folderId) => (await fetchCode()).sayViewOnly(folderId),
    ask: async (nodeId) => (await fetchCode()).openAsking(nodeId),
  };
}
