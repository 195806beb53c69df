import {
  LIMITS,
  type LinkId,
  type NodeId,
  type OperationResponse,
  type SpaceId,
  type UserId,
} from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callOrThrow } from '../calls/client.ts';
import type { ThumbnailItem, ThumbnailRequest } from '../thumbnails/thumbnails.ts';

export type Viewing = OperationResponse<'startViewing'>;
export type Viewed = { readonly personId: UserId } | { readonly linkId: LinkId };

/** The key is not below those of nodes: what another person sees is not in the reader's own lists. */
const keyOf = (viewingId: string) => ['viewings', viewingId];

export function viewingQuery(viewingId: string) {
  return queryOptions({
    queryKey: keyOf(viewingId),
    queryFn: ({ signal }) => callOrThrow('getViewing', { params: { viewingId }, signal }),
    staleTime: 0,
  });
}

export function viewedPathQuery(viewingId: string, nodeId: NodeId) {
  return queryOptions({
    queryKey: [...keyOf(viewingId), 'path', nodeId],
    queryFn: ({ signal }) => callOrThrow('getViewedPath', { params: { viewingId, nodeId }, signal }),
    staleTime: 0,
  });
}

export function viewedChildrenQuery(viewingId: string, nodeId: NodeId, at: number) {
  return queryOptions({
    queryKey: [...keyOf(viewingId), 'children', nodeId, at],
    queryFn: ({ signal }) =>
      callOrThrow('listViewedChildren', {
        params: { viewingId, nodeId },
        query: { at: String(at), limit: String(LIMITS.childrenPageSize) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function viewedSearchQuery(viewingId: string, q: string) {
  return queryOptions({
    queryKey: [...keyOf(viewingId), 'search', q],
    queryFn: ({ signal }) => callOrThrow('searchViewed', { params: { viewingId }, query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** In request order. Resolves to undefined if the call failed. */
export async function askForViewedThumbnails(
  viewingId: string,
  files: readonly ThumbnailRequest[],
): Promise<readonly ThumbnailItem[] | undefined> {
  const answer = await call('getViewedThumbnails', { params: { viewingId }, body: { files: [...files] } });
  return answer.ok ? answer.value.items : undefined;
}

export async function startViewing(spaceId: SpaceId, viewed: Viewed): Promise<Viewing> {
  const body =
    'personId' in viewed
      ? ({ as: 'person', personId: viewed.personId } as const)
      : ({ as: 'link', linkId: viewed.linkId } as const);
  return await callOrThrow('startViewing', { params: { spaceId }, body });
}

export async function stopViewing(viewingId: string): Promise<void> {
  await callOrThrow('stopViewing', { params: { viewingId } });
}
