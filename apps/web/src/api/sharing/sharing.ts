import type { HolderId, NodeId, OperationInput, OperationResponse, SharedQuery } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

/** Below the keys of nodes, because every change of a node may change who sees it. */
const keys = {
  access: [...nodeKeys.all, 'access'],
  shared: [...nodeKeys.all, 'shared'],
} as const;

export const SHARED_LISTS = ['with-me', 'by-me'] as const;
export type SharedList = (typeof SHARED_LISTS)[number];
export type SharedSorting = Pick<SharedQuery, 'sort' | 'order'>;
export type GrantFacts = OperationInput<'createGrants', 'body'>;
export type GrantResult = OperationResponse<'createGrants'>['items'][number];
export type GrantChange = OperationInput<'changeGrant', 'body'>;
export type GivenGrant = OperationResponse<'changeGrant'>;

export function accessQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: [...keys.access, nodeId],
    queryFn: ({ signal }) => callOrThrow('listAccess', { params: { nodeId }, signal }),
  });
}

export function sharedWithMeQuery(sorting: SharedSorting, after: string | undefined) {
  return queryOptions({
    queryKey: [...keys.shared, 'with-me', sorting.sort, sorting.order, after ?? null],
    queryFn: ({ signal }) =>
      callOrThrow('listSharedWithMe', {
        query: { ...sorting, ...(after !== undefined && { after }) },
        signal,
      }),
  });
}

export function sharedByMeQuery(sorting: SharedSorting, after: string | undefined) {
  return queryOptions({
    queryKey: [...keys.shared, 'by-me', sorting.sort, sorting.order, after ?? null],
    queryFn: ({ signal }) =>
      callOrThrow('listSharedByMe', { query: { ...sorting, ...(after !== undefined && { after }) }, signal }),
  });
}

export async function createGrants(
  nodeId: NodeId,
  body: GrantFacts,
): Promise<OperationResponse<'createGrants'>> {
  return await callOrThrow('createGrants', { params: { nodeId }, body });
}

export async function changeGrant(
  nodeId: NodeId,
  { holderId, revision }: Pick<GivenGrant, 'holderId' | 'revision'>,
  body: GrantChange,
): Promise<void> {
  await callOrThrow('changeGrant', { params: { nodeId, holderId }, revision, body });
}

/** Also for leaving: the holder is then oneself. */
export async function removeGrant(nodeId: NodeId, holderId: HolderId): Promise<void> {
  await callOrThrow('removeGrant', { params: { nodeId, holderId } });
}

/** Gives back what was removed. */
export async function restoreGrant(nodeId: NodeId, grant: GivenGrant): Promise<void> {
  const { role, expiresAt, message } = grant;
  const holders = grant.holder === 'group' ? { groupIds: [grant.holderId] } : { personIds: [grant.holderId] };
  await createGrants(nodeId, { ...holders, role, expiresAt, message });
}

export async function invalidateSharing(cache: QueryCache): Promise<void> {
  await Promise.all([invalidate(cache, keys.access), invalidate(cache, keys.shared)]);
}
