import type { CreatedLink, NodeId, OperationInput, PublicLink } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

export type NewLink = OperationInput<'createPublicLink', 'body'>;
export type LinkChange = OperationInput<'changePublicLink', 'body'>;

/** Newest first. Visits raise no event, so the list is refetched whenever it is opened. */
export function nodeLinksQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: [...nodeKeys.one(nodeId), 'links'] as const,
    queryFn: ({ signal }) => callOrThrow('listNodeLinks', { params: { nodeId }, signal }),
    staleTime: 0,
  });
}

/** The hand-ins of a file request, newest first. */
export function handInsQuery(linkId: PublicLink['id']) {
  return queryOptions({
    queryKey: ['link', linkId, 'hand-ins'] as const,
    queryFn: ({ signal }) => callOrThrow('listHandIns', { params: { linkId }, signal }),
    staleTime: 0,
  });
}

/** The visits of a link, newest first. */
export function visitsQuery(linkId: PublicLink['id']) {
  return queryOptions({
    queryKey: ['link', linkId, 'visits'] as const,
    queryFn: ({ signal }) => callOrThrow('listLinkVisits', { params: { linkId }, signal }),
    staleTime: 0,
  });
}

/** Only this response contains the URL of the link. */
export function createLink(nodeId: NodeId, body: NewLink): Promise<CreatedLink> {
  return callOrThrow('createPublicLink', { params: { nodeId }, body });
}

export function changeLink(
  { id, revision }: Pick<PublicLink, 'id' | 'revision'>,
  body: LinkChange,
): Promise<PublicLink> {
  return callOrThrow('changePublicLink', { params: { linkId: id }, revision, body });
}

export async function revokeLink(linkId: PublicLink['id']): Promise<void> {
  await callOrThrow('revokePublicLink', { params: { linkId } });
}
