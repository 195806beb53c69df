import type { NodeId, NodeView } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/error.ts';
import { errorTexts } from '../../../api/error-texts.ts';
import { createFolder, inBatches, renameTo } from '../../../api/node-changes.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/query-cache.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { text } from './texts.ts';
import { newestUndo, rememberUndo, type Undo, undoOnce } from './undo-store.ts';

export async function trashNodes(cache: QueryCache, nodes: readonly NodeView[]): Promise<void> {
  try {
    const { moved, refused } = await inBatches(
      'trashNodes',
      nodes.map((node) => node.id),
    );
    if (moved.length > 0) {
      const ids = moved.map((node) => node.id);
      offerUndo(cache, trashedWords(moved), {
        run: async () => void (await inBatches('restoreNodes', ids)),
        doneText: restoredWords(moved),
      });
    }
    if (refused > 0) showToast({ tone: 'danger', text: text('browse.trashPartly', { count: refused }) });
  } catch (cause) {
    showFailure(cause, notTrashedMessage(nodes));
  }
  await invalidateTree(cache);
}

/** Resolves to an error message, if any. */
export async function renameNode(
  cache: QueryCache,
  node: NodeView,
  name: string,
): Promise<string | undefined> {
  if (name === node.name) return undefined;
  try {
    const renamed = await renameTo(node.id, node.revision, name);
    offerUndo(cache, text('browse.renamed', { name: renamed.name }), {
      run: async () => void (await renameTo(node.id, renamed.revision, node.name)),
      doneText: text('browse.renamed', { name: node.name }),
    });
    await invalidateTree(cache);
    return undefined;
  } catch (cause) {
    if (apiErrorOf(cause).code === 'revision_conflict') await invalidateTree(cache);
    return refusalOf(cause);
  }
}

interface NewFolder {
  readonly parentId: NodeId;
  readonly name: string;
  readonly onCreated: (folderId: NodeId) => void;
}

/** Resolves to an error message, if any. */
export async function makeFolder(
  cache: QueryCache,
  { parentId, name, onCreated }: NewFolder,
): Promise<string | undefined> {
  try {
    const folder = await createFolder(parentId, name);
    offerUndo(cache, text('browse.created', { name: folder.name }), {
      run: async () => void (await inBatches('trashNodes', [folder.id])),
      doneText: trashedWords([folder]),
    });
    await invalidateTree(cache);
    onCreated(folder.id);
    return undefined;
  } catch (cause) {
    return refusalOf(cause);
  }
}

export async function undoNewest(cache: QueryCache): Promise<void> {
  const undo = newestUndo();
  if (undo !== undefined) await takeBack(cache, undo);
}

/** One toast only: the message of an older change may be outdated. */
const CHANGE = 'change';

export function offerUndo(cache: QueryCache, message: string, undo: Undo): void {
  rememberUndo(undo);
  const onPress = (): void => void takeBack(cache, undo);
  showToast({ text: message, key: CHANGE, action: { label: text('browse.undo'), onPress } });
}

async function takeBack(cache: QueryCache, undo: Undo): Promise<void> {
  try {
    if (await undoOnce(undo)) showToast({ tone: 'success', text: undo.doneText, key: CHANGE });
  } catch (cause) {
    showFailure(cause, text('browse.undoFailed'));
  }
  await invalidateTree(cache);
}

export function showFailure(cause: unknown, what: string): void {
  const error = apiErrorOf(cause);
  showToast({
    tone: 'danger',
    text: `${what} ${errorTexts().ofError(error)}`,
    isOffline: error.code === 'offline',
  });
}

function notTrashedMessage(nodes: readonly NodeView[]): string {
  const [first] = nodes;
  return nodes.length === 1 && first !== undefined
    ? text('browse.trashFailedOne', { name: first.name })
    : text('browse.trashFailed', { count: nodes.length });
}

function refusalOf(cause: unknown): string {
  const error = apiErrorOf(cause);
  const words = errorTexts();
  if (error.code === 'revision_conflict') return text('browse.renameConflict');
  return words.ofField(error, 'name') ?? words.ofError(error);
}

function trashedWords(moved: readonly NodeView[]): string {
  const [first] = moved;
  return moved.length === 1 && first !== undefined
    ? text('browse.trashedOne', { name: first.name })
    : text('browse.trashed', { count: moved.length });
}

function restoredWords(moved: readonly NodeView[]): string {
  const [first] = moved;
  return moved.length === 1 && first !== undefined
    ? text('browse.restoredOne', { name: first.name })
    : text('browse.restored', { count: moved.length });
}
