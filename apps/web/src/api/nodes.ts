import type {
  NodeId,
  NodePage,
  NodePath,
  NodeView,
  OperationResponse,
  SortColumn,
  SpaceId,
  TrashPage,
  VersionId,
} from '@coffer/contracts';
import { callOrThrow } from './client.ts';
import type { Query, QueryCache } from './query-cache.ts';
import { spaceKeys } from './spaces.ts';

/** The order of a folder's rows. */
export interface Sorting {
  readonly sort: SortColumn;
  readonly order: 'asc' | 'desc';
}

/** A stretch of rows, from position `at`. */
export interface Stretch {
  readonly at: number;
  readonly limit: number;
}

export const nodeKeys = {
  all: ['nodes'],
  one: (nodeId: NodeId) => ['nodes', 'one', nodeId],
  path: (nodeId: NodeId) => ['nodes', 'path', nodeId],
  lists: ['nodes', 'list'],
  stretch: (folderId: NodeId, { sort, order }: Sorting, { at, limit }: Stretch) => [
    'nodes',
    'list',
    folderId,
    sort,
    order,
    at,
    limit,
  ],
  trash: (spaceId: SpaceId, { at, limit }: Stretch) => ['nodes', 'trash', spaceId, at, limit],
} as const;

export function nodeQuery(nodeId: NodeId): Query<NodeView> {
  return {
    key: nodeKeys.one(nodeId),
    read: (signal) => callOrThrow('getNode', { params: { nodeId }, signal }),
  };
}

export function pathQuery(nodeId: NodeId): Query<NodePath> {
  return {
    key: nodeKeys.path(nodeId),
    read: (signal) => callOrThrow('getPath', { params: { nodeId }, signal }),
  };
}

/** Rows `at` to `at + limit` of a folder, with the true count. */
export function childrenQuery(folderId: NodeId, sorting: Sorting, stretch: Stretch): Query<NodePage> {
  return {
    key: nodeKeys.stretch(folderId, sorting, stretch),
    read: (signal) =>
      callOrThrow('listChildren', {
        params: { nodeId: folderId },
        query: { ...sorting, at: String(stretch.at), limit: String(stretch.limit) },
        signal,
      }),
  };
}

export function trashQuery(spaceId: SpaceId, stretch: Stretch): Query<TrashPage> {
  return {
    key: nodeKeys.trash(spaceId, stretch),
    read: (signal) =>
      callOrThrow('listTrash', {
        params: { spaceId },
        query: { at: String(stretch.at), limit: String(stretch.limit) },
        signal,
      }),
  };
}

/** After nodes came, went or moved: lists, paths, trash and the use of the spaces. */
export async function invalidateTree(cache: QueryCache): Promise<void> {
  await Promise.all([cache.invalidate(nodeKeys.all), cache.invalidate(spaceKeys.all)]);
}

/** A short-lived address at the object store, for showing the bytes. */
export function contentQuery(nodeId: NodeId): Query<OperationResponse<'getContent'>> {
  return {
    key: [...nodeKeys.one(nodeId), 'content'],
    read: (signal) =>
      callOrThrow('getContent', { params: { nodeId }, query: { disposition: 'inline', as: 'json' }, signal }),
    // The address is signed for a time: each opening asks for a fresh one, and no film begins anew while it is open.
    freshMs: Number.POSITIVE_INFINITY,
    keptMs: 0,
  };
}

/** A fresh address of the same bytes, for what plays for longer than the first one lives. */
export async function renewContent(
  nodeId: NodeId,
  versionId: VersionId,
): Promise<OperationResponse<'getContent'>> {
  const query = { disposition: 'inline', as: 'json', versionId } as const;
  return await callOrThrow('getContent', { params: { nodeId }, query });
}

/** A short-lived address of the bytes to keep, of the current version unless another is named. */
export async function fetchDownloadAddress(nodeId: NodeId, versionId?: VersionId): Promise<string> {
  const query = { disposition: 'attachment', as: 'json', versionId } as const;
  return (await callOrThrow('getContent', { params: { nodeId }, query })).url;
}
