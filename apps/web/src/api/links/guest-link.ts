import {
  type ContentsRequest,
  type GuestLink,
  type GuestNode,
  LIMITS,
  type NodeId,
  type TreeRequest,
} from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call, callOrThrow } from '../calls/client.ts';
import type { QueryCache } from '../calls/query-cache.ts';

const keys = {
  link: (token: string) => ['guest', token],
  path: (token: string, nodeId: NodeId) => ['guest', token, 'path', nodeId],
  page: (token: string, folderId: NodeId, at: number) => ['guest', token, 'list', folderId, at],
  preview: (token: string, node: GuestNode) => ['guest', token, 'preview', node.id, node.versionId ?? ''],
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

export function guestPageQuery(token: string, folderId: NodeId, at: number) {
  return queryOptions({
    queryKey: keys.page(token, folderId, at),
    queryFn: ({ signal }) =>
      callOrThrow('listGuestChildren', {
        params: { token, nodeId: folderId },
        query: { at: String(at), limit: String(GUEST_PAGE_SIZE) },
        signal,
      }),
  });
}

/** Not a download. Links with a download limit have no previews. */
export function guestPreviewQuery(token: string, node: GuestNode) {
  return queryOptions({
    queryKey: keys.preview(token, node),
    queryFn: ({ signal }) =>
      callOrThrow('signGuestContent', {
        params: { token, nodeId: node.id },
        body: { disposition: 'inline' },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export async function unlockLink(token: string, password: string): Promise<void> {
  await callOrThrow('unlockPublicLink', { params: { token }, body: { password } });
}

/** Counts as a download. */
export async function fetchGuestDownload(cache: QueryCache, token: string, nodeId: NodeId): Promise<string> {
  const { url, sizeBytes } = await callOrThrow('signGuestContent', {
    params: { token, nodeId },
    body: { disposition: 'attachment' },
  });
  cache.setQueryData(guestLinkQuery(token).queryKey, (link) => countedDown(link, sizeBytes));
  return url;
}

function countedDown(link: GuestLink | undefined, sizeBytes: number): GuestLink | undefined {
  if (link?.kind !== 'download') return link;
  const { downloadsLeft, bytesLeft } = link;
  return {
    ...link,
    downloadsLeft: downloadsLeft === null ? null : Math.max(0, downloadsLeft - 1),
    bytesLeft: bytesLeft === null ? null : Math.max(0, bytesLeft - sizeBytes),
  };
}

/** For a zip file. Failures are values, so that the download can retry. */
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
