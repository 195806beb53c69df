import type { NodeId, SortColumn, SpaceId } from '@coffer/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { addressOf, callOrThrow } from './client.ts';
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
  list: (folderId: NodeId) => ['nodes', 'list', folderId],
  stretch: (folderId: NodeId, sorting: Sorting, stretch: Stretch) => [
    'nodes',
    'list',
    folderId,
    sorting,
    stretch,
  ],
  trash: (spaceId: SpaceId) => ['nodes', 'trash', spaceId],
} as const;

export function nodeQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: nodeKeys.one(nodeId),
    queryFn: ({ signal }) => callOrThrow('getNode', { params: { nodeId }, signal }),
  });
}

export function pathQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: nodeKeys.path(nodeId),
    queryFn: ({ signal }) => callOrThrow('getPath', { params: { nodeId }, signal }),
  });
}

/** Rows `at` to `at + limit` of a folder, with the true count. */
export function childrenQuery(folderId: NodeId, sorting: Sorting, stretch: Stretch) {
  return queryOptions({
    queryKey: nodeKeys.stretch(folderId, sorting, stretch),
    queryFn: ({ signal }) =>
      callOrThrow('listChildren', {
        params: { nodeId: folderId },
        query: { ...sorting, at: String(stretch.at), limit: String(stretch.limit) },
        signal,
      }),
  });
}

export function trashQuery(spaceId: SpaceId, stretch: Stretch) {
  return queryOptions({
    queryKey: [...nodeKeys.trash(spaceId), stretch],
    queryFn: ({ signal }) =>
      callOrThrow('listTrash', {
        params: { spaceId },
        query: { at: String(stretch.at), limit: String(stretch.limit) },
        signal,
      }),
  });
}

/** After nodes came, went or moved: lists, paths, trash and the use of the spaces. */
export async function invalidateTree(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: nodeKeys.all }),
    client.invalidateQueries({ queryKey: spaceKeys.all }),
  ]);
}

/** A short-lived address at the object store, for showing the bytes. */
export function contentQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: [...nodeKeys.one(nodeId), 'content'],
    queryFn: ({ signal }) =>
      callOrThrow('getContent', { params: { nodeId }, query: { disposition: 'inline', as: 'json' }, signal }),
    // The address is signed for a time: each opening asks for a fresh one.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Where a download starts: an address of this origin that leads on to the object store. */
export function downloadAddress(nodeId: NodeId): string {
  return addressOf('getContent', {
    params: { nodeId },
    query: { disposition: 'attachment', as: 'redirect' },
  });
}
