import type { NodeId, NodeView } from '@coffer/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { apiErrorOf } from '../../api/error.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { createFolder, inBatches, renameTo } from '../../api/node-changes.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { announce } from '../../ui/live-regions.ts';
import { showToast } from '../../ui/toast-store.ts';
import { startDownloads } from './downloads.ts';
import { type BrowseText, useText } from './texts.ts';
import { newestUndo, rememberUndo, type Undo, undoOnce } from './undo-store.ts';

/** What can be done with nodes, each with its message and its way back. */
export interface NodeActions {
  readonly trash: (nodes: readonly NodeView[]) => Promise<void>;
  /** The message of the refusal, or undefined when the name is changed. */
  readonly rename: (node: NodeView, name: string) => Promise<string | undefined>;
  readonly createFolder: (parentId: NodeId, name: string) => Promise<string | undefined>;
  readonly download: (nodes: readonly NodeView[]) => void;
  readonly undoNewest: () => void;
}

export function useNodeActions(): NodeActions {
  const text = useText();
  const client = useQueryClient();
  const { offerUndo, undoNewest } = useUndo();
  const words = useErrorTexts();
  const fail = (cause: unknown): void => {
    showToast({ tone: 'danger', text: words.ofError(apiErrorOf(cause)) });
  };
  const messageOf = (cause: unknown): string => {
    const error = apiErrorOf(cause);
    if (error.code === 'revision_conflict') return text('browse.renameConflict');
    return words.ofField(error, 'name') ?? words.ofError(error);
  };
  return {
    trash: async (nodes) => {
      try {
        const { moved, refused } = await inBatches(
          'trashNodes',
          nodes.map((node) => node.id),
        );
        if (moved.length > 0) {
          offerUndo(trashedWords(text, moved), async () => {
            await inBatches(
              'restoreNodes',
              moved.map((node) => node.id),
            );
          });
        }
        if (refused > 0) showToast({ tone: 'danger', text: text('browse.trashPartly', { count: refused }) });
      } catch (cause) {
        fail(cause);
      }
      await invalidateTree(client);
    },
    rename: async (node, name) => {
      if (name === node.name) return undefined;
      try {
        const renamed = await renameTo(node.id, node.revision, name);
        offerUndo(text('browse.renamed', { name: renamed.name }), async () => {
          await renameTo(node.id, renamed.revision, node.name);
        });
        await invalidateTree(client);
        return undefined;
      } catch (cause) {
        if (apiErrorOf(cause).code === 'revision_conflict') await invalidateTree(client);
        return messageOf(cause);
      }
    },
    createFolder: async (parentId, name) => {
      try {
        const folder = await createFolder(parentId, name);
        offerUndo(text('browse.created', { name: folder.name }), async () => {
          await inBatches('trashNodes', [folder.id]);
        });
        await invalidateTree(client);
        return undefined;
      } catch (cause) {
        return messageOf(cause);
      }
    },
    download: (nodes) => {
      if (!startDownloads(nodes)) showToast({ text: text('browse.downloadNothing') });
    },
    undoNewest,
  };
}

function trashedWords(text: BrowseText, moved: readonly NodeView[]): string {
  const [first] = moved;
  return moved.length === 1 && first !== undefined
    ? text('browse.trashedOne', { name: first.name })
    : text('browse.trashed', { count: moved.length });
}

/** Messages with a way back, and the key that takes the newest change back. */
function useUndo() {
  const text = useText();
  const client = useQueryClient();
  const words = useErrorTexts();
  const takeBack = async (undo: Undo): Promise<void> => {
    try {
      if (await undoOnce(undo)) announce(text('browse.undone'));
    } catch (cause) {
      showToast({ tone: 'danger', text: words.ofError(apiErrorOf(cause)) });
    }
    await invalidateTree(client);
  };
  const offerUndo = (message: string, undo: Undo): void => {
    rememberUndo(undo);
    showToast({ text: message, action: { label: text('browse.undo'), onPress: () => void takeBack(undo) } });
  };
  const undoNewest = (): void => {
    const undo = newestUndo();
    if (undo !== undefined) void takeBack(undo);
  };
  return { offerUndo, undoNewest };
}
