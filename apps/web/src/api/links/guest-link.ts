import {
  type ContentsRequest,
  GUEST_ROUTES,
  type GuestLink,
  type GuestNode,
  LIMITS,
  type NodeId,
  type SortColumn,
  type TreeRequest,
} from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { queryOptions } from '@tanstack/react-query';
import { addRoutes, call, callOrThrow } from '../calls/client.ts';
import type { QueryCache } from '../calls/query-cache.ts';
import type { ThumbnailRequest } from '../thumbnails/thumbnails.ts';

addRoutes(GUEST_ROUTES);

const FRESH_MARGIN_MS = 15 * SECOND_MS;

/** A part of a sorted list. */
export interface GuestListing {
  readonly sort: SortColumn;
  readonly order: 'asc' | 'desc';
  readonly at: number;
}

const keys = {
  link: (token: string) => ['guest', token],
  path: (token: string, nodeId: NodeId) => ['guest', token, 'path', nodeId],
  list: (token: string, folderId: NodeId) => ['guest', token, 'list', folderId],
  page: (token: string, folderId: NodeId, { sort, order, at }: GuestListing) => [
    'guest',
    token,
    'list',
    folderId,
    sort,
    order,
    at,
  ],
  preview: (token: string, node: Pick<GuestNode, 'id' | 'versionId'>) => [
    'guest',
    token,
    'preview',
    node.id,
    node.versionId ?? '',
  ],
} as const;

export const GUEST_PAGE_SIZE = LIMITS.childrenPageSize;

export function guestLinkQuery(token: string) {
  return queryOptions({
    queryKey: keys.link(token),
    queryFn: ({ signal }) => callOrThrow('getGuestLink', { params: { token }, signal }),
  });
}

export function guestPathQuery(token: string, nodeId: NodeId) {
  return queryOptions({
    queryKey: keys.path(token, nodeId),
    queryFn: ({ signal }) => callOrThrow('getGuestPath', { params: { token, nodeId }, signal }),
  });
}

export function guestPageQuery(token: string, folderId: NodeId, listing: GuestListing) {
  const { sort, order, at } = listing;
  return queryOptions({
    queryKey: keys.page(token, folderId, listing),
    queryFn: ({ signal }) =>
      callOrThrow('listGuestChildren', {
        params: { token, nodeId: folderId },
        query: { sort, order, at: String(at), limit: String(GUEST_PAGE_SIZE) },
        signal,
      }),
  });
}

/** A URL for previews, which does not count as a download. Links with a download limit have no previews. */
export function guestPreviewQuery(token: string, node: Pick<GuestNode, 'id' | 'versionId'>) {
  return queryOptions({
    queryKey: keys.preview(token, node),
    queryFn: async ({ signal }) => await signPreview(token, node.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function signPreview(token: string, nodeId: NodeId, signal?: AbortSignal) {
  return await callOrThrow('signGuestContent', {
    params: { token, nodeId },
    body: { disposition: 'inline' },
    ...(signal !== undefined && { signal }),
  });
}

/** The calls of the viewers for guests, whose presigned URLs are valid for one minute. */
export function guestPreviewCalls(token: string) {
  return {
    query: (node: Pick<GuestNode, 'id' | 'versionId'>) => guestPreviewQuery(token, node),
    renew: async (nodeId: NodeId) => await signPreview(token, nodeId),
    freshMs: LIMITS.linkUrlLifeMs - FRESH_MARGIN_MS,
    isGuest: true as const,
  };
}

/** In request order. Resolves to undefined if the call failed. */
export async function askForGuestThumbnails(token: string, files: readonly ThumbnailRequest[]) {
  const answer = await call('getGuestThumbnails', { params: { token }, body: { files: [...files] } });
  return answer.ok ? answer.value.items : undefined;
}

export async function unlockLink(token: string, password: string): Promise<void> {
  await callOrThrow('unlockPublicLink', { params: { token }, body: { password } });
}

/** Signs a download URL. Counts as a download. */
export async function fetchGuestDownload(cache: QueryCache, token: string, nodeId: NodeId): Promise<string> {
  const { url, sizeBytes } = await callOrThrow('signGuestContent', {
    params: { token, nodeId },
    body: { disposition: 'attachment' },
  });
  cache.setQueryData(guestLinkQuery(token).queryKey, (link) => countedDown(link, sizeBytes));
  return url;
}

function countedDown(link: GuestLink | undefined, sizeBytes: number): GuestLink | undefined {
  if (link === undefined || link.kind === 'request') return link;
  const { downloadsLeft, bytesLeft } = link;
  return {
    ...link,
    downloadsLeft: downloadsLeft === null ? null : Math.max(0, downloadsLeft - 1),
    bytesLeft: bytesLeft === null ? null : Math.max(0, bytesLeft - sizeBytes),
  };
}

/** The calls for a zip download. Failures are values, so that the download can retry. */
export function guestContentCalls(token: string) {
  const params = { token };
  return {
    listTree: (body: TreeRequest, signal: AbortSignal) => call('listGuestTree', { params, body, signal }),
    signContents: (files: ContentsRequest['files'], signal: AbortSignal) =>
      call('signGuestContents', { params, body: { files }, signal }),
    signedMax: LIMITS.linkContentsSignedMax,
    urlLifeMs: LIMITS.linkUrlLifeMs,
  };
}
