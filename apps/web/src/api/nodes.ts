import type { NodeId, NodeView, OperationResponse, SortColumn, VersionId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from './calls/client.ts';
import { invalidate, type QueryCache } from './calls/query-cache.ts';
import { spaceKeys } from './spaces.ts';

export interface Sorting {
  readonly sort: SortColumn;
  readonly order: 'asc' | 'desc';
}

/** Which items of a folder, in which order. */
export interface Listing extends Sorting {
  /** Words that the name must contain. Undefined for all items. */
  readonly filter?: string | undefined;
}

export interface Stretch {
  readonly at: number;
  readonly limit: number;
}

export const nodeKeys = {
  all: ['nodes'],
  one: (nodeId: NodeId) => ['nodes', 'one', nodeId],
  path: (nodeId: NodeId) => ['nodes', 'path', nodeId],
  position: (nodeId: NodeId, { sort, order, filter }: Listing) => [
    'nodes',
    'position',
    nodeId,
    filter,
    sort,
    order,
  ],
  lists: ['nodes', 'list'],
  stretch: (folderId: NodeId, { sort, order, filter }: Listing, { at, limit }: Stretch) => [
    'nodes',
    'list',
    folderId,
    filter,
    sort,
    order,
    at,
    limit,
  ],
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

/** The position of an item in a listing. Never cached, because rows change. */
export function positionQuery(nodeId: NodeId, listing: Listing) {
  return queryOptions({
    queryKey: nodeKeys.position(nodeId, listing),
    queryFn: ({ signal }) =>
      callOrThrow('getPosition', { params: { nodeId }, query: { ...listing }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function childrenQuery(folderId: NodeId, listing: Listing, stretch: Stretch) {
  return queryOptions({
    queryKey: nodeKeys.stretch(folderId, listing, stretch),
    queryFn: ({ signal }) =>
      callOrThrow('listChildren', {
        params: { nodeId: folderId },
        query: { ...listing, at: String(stretch.at), limit: String(stretch.limit) },
        signal,
      }),
  });
}

export async function invalidateTree(cache: QueryCache): Promise<void> {
  await Promise.all([invalidate(cache, nodeKeys.all), invalidate(cache, spaceKeys.all)]);
}

export function contentQuery({ id: nodeId, versionId }: Pick<NodeView, 'id' | 'versionId'>) {
  return queryOptions({
    // A separate key family, so that a rename does not restart a video.
    queryKey: ['content', nodeId, versionId ?? ''],
    queryFn: ({ signal }) =>
      callOrThrow('getContent', { params: { nodeId }, query: { disposition: 'inline', as: 'json' }, signal }),
    // Each opening gets a new presigned URL; an open video is never reloaded.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Renews the presigned URL of media that plays longer than the URL is valid. */
export async function renewContent(
  nodeId: NodeId,
  versionId: VersionId,
): Promise<OperationResponse<'getContent'>> {
  const query = { disposition: 'inline', as: 'json', versionId } as const;
  return await callOrThrow('getContent', { params: { nodeId }, query });
}

/** Without `versionId`, the current version. */
export async function fetchDownloadAddress(nodeId: NodeId, versionId?: VersionId): Promise<string> {
  const query = { disposition: 'attachment', as: 'json', versionId } as const;
  return (await callOrThrow('getContent', { params: { nodeId }, query })).url;
}
