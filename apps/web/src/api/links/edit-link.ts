import { type GuestNode, isErrorCode, type NodeId } from '@coffer/contracts';
import { callOrThrow } from '../calls/client.ts';
import { ApiFailure, localError } from '../calls/error.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';
import { guestLinkQuery } from './guest-link.ts';
import { beginHandIn, type HandInKey } from './hand-in.ts';

/** The upload session of a guest with an edit link, valid until the link ends. */
export interface EditSession extends HandInKey {
  readonly folderId: NodeId;
}

export async function beginEditSession(token: string): Promise<EditSession> {
  return { token, ...(await beginHandIn(token, { name: '', email: '' })) };
}

/** A taken name is refused. */
export async function createFolderByLink(
  { token, key }: EditSession,
  folder: { readonly parentId: NodeId; readonly name: string },
): Promise<void> {
  await callOrThrow('createGuestFolder', { params: { token, key }, body: { ...folder, ifExists: 'fail' } });
}

export async function renameByLink(
  token: string,
  { id: nodeId, revision }: Pick<GuestNode, 'id' | 'revision'>,
  name: string,
): Promise<void> {
  await callOrThrow('renameGuestNode', { params: { token, nodeId }, revision, body: { name } });
}

export async function trashByLink(token: string, id: NodeId): Promise<void> {
  const { items } = await callOrThrow('trashGuestNodes', { params: { token }, body: { ids: [id] } });
  const [item] = items;
  if (item?.outcome === 'failed') throw new ApiFailure(localError('node_not_found'));
}

/** A taken name is refused, or numbered with `rename`. */
export async function moveByLink(
  token: string,
  { id, parentId }: { readonly id: NodeId; readonly parentId: NodeId },
  conflict: 'fail' | 'rename' = 'fail',
): Promise<void> {
  const body = { ids: [id], parentId, conflict };
  const { items } = await callOrThrow('moveGuestNodes', { params: { token }, body });
  const [item] = items;
  if (item?.outcome !== 'failed') return;
  throw new ApiFailure(localError(isErrorCode(item.code) ? item.code : 'node_not_found'));
}

/** Also after the link has ended, so that its page reports that. */
export async function readGuestListAgain(cache: QueryCache, token: string): Promise<void> {
  await invalidate(cache, guestLinkQuery(token).queryKey);
}
