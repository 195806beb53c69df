import type { NodeId, NodeView } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/error.ts';
import { errorTexts } from '../../../api/error-texts.ts';
import { createFolder, inBatches, renameTo } from '../../../api/node-changes.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/query-cache.ts';
import { announce } from '../../../ui/live-regions.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { text } from './texts.ts';
import { newestUndo, rememberUndo, type Undo, undoOnce } from './undo-store.ts';

/** Moves nodes to the trash, and says what became of them. */
export async function trashNodes(cache: QueryCache, nodes: readonly NodeView[]): Promise<void> {
  try {
    const { moved, refused } = await inBatches(
      'trashNodes',
      nodes.map((node) => node.id),
    );
    if (moved.length > 0) {
      offerUndo(cache, trashedWords(moved), async () => {
        await inBatches(
          'restoreNodes',
          moved.map((node) => node.id),
        );
      });
    }
    if (refused > 0) showToast({ tone: 'danger', text: text('browse.trashPartly', { count: refused }) });
  } catch (cause) {
    showFailure(cause);
  }
  await invalidateTree(cache);
}

/** The message of the refusal, or undefined when the name is changed. */
export async function renameNode(
  cache: QueryCache,
  node: NodeView,
  name: string,
): Promise<string | undefined> {
  if (name === node.name) return undefined;
  try {
    const renamed = await renameTo(node.id, node.revision, name);
    offerUndo(cache, text('browse.renamed', { name: renamed.name }), async () => {
      await renameTo(node.id, renamed.revision, node.name);
    });
    await invalidateTree(cache);
    return undefined;
  } catch (cause) {
    if (apiErrorOf(cause).code === 'revision_conflict') await invalidateTree(cache);
    return refusalOf(cause);
  }
}

/** The message of the refusal, or undefined when the folder is there. */
export async function makeFolder(
  cache: QueryCache,
  parentId: NodeId,
  name: string,
): Promise<string | undefined> {
  try {
    const folder = await createFolder(parentId, name);
    offerUndo(cache, text('browse.created', { name: folder.name }), async () => {
      await inBatches('trashNodes', [folder.id]);
    });
    await invalidateTree(cache);
    return undefined;
  } catch (cause) {
    return refusalOf(cause);
  }
}

/** Takes the newest change back. */
export async function undoNewest(cache: QueryCache): Promise<void> {
  const undo = newestUndo();
  if (undo !== undefined) await takeBack(cache, undo);
}

/** Says what was done, with the way back. */
export function offerUndo(cache: QueryCache, message: string, undo: Undo): void {
  rememberUndo(undo);
  const onPress = (): void => void takeBack(cache, undo);
  showToast({ text: message, action: { label: text('browse.undo'), onPress } });
}

async function takeBack(cache: QueryCache, undo: Undo): Promise<void> {
  try {
    if (await undoOnce(undo)) announce(text('browse.undone'));
  } catch (cause) {
    showFailure(cause);
  }
  await invalidateTree(cache);
}

function showFailure(cause: unknown): void {
  showToast({ tone: 'danger', text: errorTexts().ofError(apiErrorOf(cause)) });
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
