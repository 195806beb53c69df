import type { NodeId, NodeView } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { createFolder, moveToTrash, renameTo } from '../../../api/node-changes.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/calls/query-cache.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { showToast, type ToastRequest } from '../../../ui/feedback/toast-store.ts';
import { text } from './texts.ts';

export async function trashNodes(cache: QueryCache, nodes: readonly NodeView[]): Promise<void> {
  try {
    const { items, jobId } = await moveToTrash(nodes.map(({ id }) => id));
    const moved = items.flatMap((item) => (item.ok ? [item.node] : []));
    if (moved.length > 0) offerUndo(cache, trashedWords(moved), jobId);
    const refused = items.length - moved.length;
    if (refused > 0) showToast({ tone: 'danger', text: text('browse.trashPartly', { count: refused }) });
  } catch (cause) {
    showFailure(cause, notTrashedMessage(nodes), nodes.length === 1 ? nodes[0]?.id : undefined);
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
    offerUndo(cache, text('browse.renamed', { name: renamed.name }), renamed.jobId);
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
    offerUndo(cache, text('browse.created', { name: folder.name }), folder.jobId);
    await invalidateTree(cache);
    onCreated(folder.id);
    return undefined;
  } catch (cause) {
    return refusalOf(cause);
  }
}

const loadUndo = () => import('../../../api/jobs/undo.ts');

/** Of any browser of the person. */
export async function undoNewest(cache: QueryCache): Promise<void> {
  await tell(async () => await (await loadUndo()).undoNewest(cache));
}

/** One toast only: the message of an older change may be outdated. */
const CHANGE = 'change';

/** The server knows how to undo the action. */
export function offerUndo(cache: QueryCache, message: string, jobId: string | undefined): void {
  if (jobId === undefined) {
    showToast({ text: message, key: CHANGE });
    return;
  }
  const onPress = (): void => void tell(async () => await (await loadUndo()).undo(cache, jobId));
  showToast({ text: message, key: CHANGE, action: { label: text('browse.undo'), onPress } });
}

/** The code may fail to load. */
async function tell(undo: () => Promise<ToastRequest>): Promise<void> {
  try {
    showToast({ ...(await undo()), key: CHANGE });
  } catch (cause) {
    showFailure(cause, text('browse.undoFailed'));
  }
}

/** `askedId`: where a missing role can be asked for. */
export function showFailure(cause: unknown, what: string, askedId?: NodeId): void {
  const error = apiErrorOf(cause);
  const isAskable = askedId !== undefined && error.code === 'not_allowed';
  showToast({
    tone: 'danger',
    text: `${what} ${errorTexts().ofError(error)}`,
    isOffline: error.code === 'offline',
    ...(isAskable && {
      action: { label: text('browse.ask'), onPress: () => navigate(`/nodes/${askedId}/access`) },
    }),
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
