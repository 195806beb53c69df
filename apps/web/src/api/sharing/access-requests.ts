import type { NodeId, OperationInput, OperationResponse, SpaceId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';
import { nodeKeys } from '../nodes.ts';
import { notificationKeys } from '../notifications/notifications.ts';
import { spaceKeys } from '../spaces.ts';

/** The key is below those of access, because granting a role ends a request. */
const ASKED = [...nodeKeys.all, 'access'];

export type AskableAccess = OperationResponse<'getAskableAccess'>;
export type AskedRole = AskableAccess['roles'][number];
export type AccessRequest = OperationResponse<'listAccessRequests'>['items'][number];
export type AnswerToRequest = OperationInput<'answerAccessRequest', 'body'>;

export function askableQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: [...ASKED, nodeId, 'askable'],
    queryFn: ({ signal }) => callOrThrow('getAskableAccess', { params: { nodeId }, signal }),
  });
}

export function accessRequestsQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: [...ASKED, nodeId, 'requests'],
    queryFn: ({ signal }) => callOrThrow('listAccessRequests', { params: { nodeId }, signal }),
  });
}

/** Access requests for everything in the space. */
export function spaceRequestsQuery(spaceId: SpaceId) {
  return queryOptions({
    queryKey: [...spaceKeys.all, spaceId, 'requests'],
    queryFn: ({ signal }) => callOrThrow('listSpaceAccessRequests', { params: { spaceId }, signal }),
  });
}

export async function askForAccess(
  cache: QueryCache,
  nodeId: NodeId,
  body: { readonly role: AskedRole; readonly message: string },
): Promise<void> {
  const asked = await callOrThrow('askForAccess', { params: { nodeId }, body });
  cache.setQueryData(askableQuery(nodeId).queryKey, asked);
}

export async function withdrawRequest(cache: QueryCache, nodeId: NodeId): Promise<void> {
  await callOrThrow('withdrawAccessRequest', { params: { nodeId } });
  await invalidate(cache, ASKED);
}

/** The lists are refetched whether or not the call succeeds, so that they show what is open now. */
export async function answerRequest(
  cache: QueryCache,
  request: { readonly nodeId: NodeId; readonly id: string; readonly revision: number },
  body: AnswerToRequest,
): Promise<void> {
  const { nodeId, id: requestId, revision } = request;
  try {
    await callOrThrow('answerAccessRequest', { params: { nodeId, requestId }, revision, body });
  } finally {
    await Promise.all([ASKED, notificationKeys.all, spaceKeys.all].map((keys) => invalidate(cache, keys)));
  }
}
