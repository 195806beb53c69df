import { isErrorCode, LIMITS, type NodeId, type NodeView } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { createFolder, moveToTrash, renameTo } from '../../../api/node-changes.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/calls/query-cache.ts';
import { openAsking } from '../../../api/sharing/asking.ts';
import { invalidateWithout } from '../../../api/trash/gone.ts';
import { showToast, type ToastRequest } from '../../../ui/feedback/toast-store.ts';
import { text } from './texts.ts';

export async function trashNodes(cache: QueryCache, nodes: readonly NodeView[]): Promise<void> {
  let goneIds: readonly NodeId[] = [];
  try {
    const { items, jobId } = await moveToTrash(nodes.map(({ id }) => id));
    const moved = items.flatMap((item) => (item.ok ? [item.node] : []));
    goneIds = moved.map(({ id }) => id);
    if (moved.length > 0) offerUndo(cache, trashedWords(moved), jobId);
    const refused = items.filter((item) => !item.ok);
    const left = nodes.filter(({ id }) => refused.some((item) => item.id === id));
    const codes = refused.map(({ code }) => code);
    showRefusals(notTrashedMessage(left), codes, parentOf(left));
  } catch (cause) {
    showFailure(cause, notTrashedMessage(nodes), parentOf(nodes));
  }
  await invalidateWithout(cache, goneIds);
}

/** Resolves to an error message if the rename fails. */
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
    return refusalOf(cause, text('browse.renameFailed', { name: node.name }), node.parentId);
  }
}

interface NewFolder {
  readonly parentId: NodeId;
  readonly name: string;
  readonly onCreated: (folderId: NodeId) => void;
}

/** Resolves to an error message if the folder cannot be created. */
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
    return refusalOf(cause, text('browse.createFailed', { name }), parentId);
  }
}

const loadUndo = () => import('../../../api/jobs/undo.ts');

/** Undoes the person's last action in any browser. */
export async function undoNewest(cache: QueryCache): Promise<void> {
  await tell(async () => await (await loadUndo()).undoNewest(cache));
}

/** Key of a single toast: the message of an older change may be outdated. */
const CHANGE = 'change';

/** Shows a toast. It offers undo if the action has a job that the server can undo. */
export function offerUndo(cache: QueryCache, message: string, jobId: string | undefined): void {
  if (jobId === undefined) {
    showToast({ text: message, key: CHANGE });
    return;
  }
  const onPress = (): void => void tell(async () => await (await loadUndo()).undo(cache, jobId));
  showToast({ text: message, key: CHANGE, action: { label: text('browse.undo'), onPress } });
}

/** Loading the code of undo may fail. */
async function tell(undo: () => Promise<ToastRequest>): Promise<void> {
  try {
    showToast({ ...(await undo()), key: CHANGE });
  } catch (cause) {
    showFailure(cause, text('browse.undoFailed'));
  }
}

/** Reports that the rows of a selection could not be read. */
export function showUnread(cause: unknown): void {
  if (cause !== 'too_many') showFailure(cause, text('browse.unread'));
  else showToast({ tone: 'danger', text: text('browse.tooMany', { count: LIMITS.selectedMax }) });
}

/** If a role is missing, the toast offers to ask for access to the item `askedId`. */
export function showFailure(cause: unknown, what: string, askedId?: NodeId | null): void {
  const error = apiErrorOf(cause);
  showToast({
    tone: 'danger',
    text: `${what} ${errorTexts().ofError(error)}`,
    isOffline: error.code === 'offline',
    ...(error.code === 'not_allowed' && offerAsking(askedId)),
  });
}

/** Reports the items that were refused while the others succeeded. */
export function showRefusals(what: string, codes: readonly string[], askedId?: NodeId | null): void {
  const [code, ...others] = new Set(codes);
  if (code === undefined) return;
  const reason = others.length === 0 && isErrorCode(code) ? ` ${errorTexts().ofCode(code)}` : '';
  const isAskable = codes.includes('not_allowed');
  showToast({ tone: 'danger', text: `${what}${reason}`, ...(isAskable && offerAsking(askedId)) });
}

/** Reports that the person may only view the folder. Nothing was attempted. */
export function sayViewOnly(folderId: NodeId): void {
  showToast({ text: text('browse.viewOnly'), key: 'view-only', ...offerAsking(folderId) });
}

function offerAsking(nodeId: NodeId | null | undefined): Pick<ToastRequest, 'action'> {
  if (nodeId === null || nodeId === undefined) return {};
  return { action: { label: text('browse.ask'), onPress: () => openAsking(nodeId) } };
}

/**
 * The common parent folder, if there is one. The right to rename or move items is that on the parent, so access is
 * requested there.
 */
export function parentOf(nodes: readonly NodeView[]): NodeId | undefined {
  const [parentId, ...others] = new Set(nodes.map((node) => node.parentId));
  return others.length === 0 ? (parentId ?? undefined) : undefined;
}

function notTrashedMessage(nodes: readonly NodeView[]): string {
  const [first] = nodes;
  return nodes.length === 1 && first !== undefined
    ? text('browse.trashFailedOne', { name: first.name })
    : text('browse.trashFailed', { count: nodes.length });
}

/**
 * Returns the message for the name field. Undefined if a toast was shown instead, because another name would be refused
 * too.
 */
export function refusalOf(cause: unknown, what: string, askedId: NodeId | null): string | undefined {
  const error = apiErrorOf(cause);
  if (error.code === 'not_allowed') {
    showFailure(cause, what, askedId);
    return undefined;
  }
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
