import {
  type HolderId,
  LIMITS,
  type NodeId,
  type OperationInput,
  type OperationResponse,
  type SharedQuery,
  type UserId,
} from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { pagesQuery } from '../calls/pages-query.ts';
import { nodeKeys } from '../nodes.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

/** The keys are below those of nodes, because every change of a node may change who sees it. */
const keys = {
  access: [...nodeKeys.all, 'access'],
  shared: [...nodeKeys.all, 'shared'],
} as const;

export const SHARED_LISTS = ['with-me', 'by-me'] as const;
export type SharedList = (typeof SHARED_LISTS)[number];
export type SharedSorting = Pick<SharedQuery, 'sort' | 'order'>;
export type GrantFacts = OperationInput<'createGrants', 'body'>;
export type GrantChange = OperationInput<'changeGrant', 'body'>;
export type AccessPeople = OperationResponse<'listAccessPeople'>;
export type PersonAccess = OperationResponse<'listAccess'>['items'][number];
export type AccessReason = PersonAccess['reasons'][number];
export type LinkAccess = AccessPeople['links'][number];
export type GivenGrant = OperationResponse<'changeGrant'>;

export function accessKeyOf(nodeId: NodeId) {
  return [...keys.access, nodeId] as const;
}

export function accessQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: accessKeyOf(nodeId),
    queryFn: ({ signal }) => callOrThrow('listAccess', { params: { nodeId }, signal }),
  });
}

/** Why one person has access or not. */
export function explainQuery(nodeId: NodeId, personId: UserId) {
  return queryOptions({
    queryKey: [...keys.access, nodeId, 'explain', personId],
    queryFn: ({ signal }) =>
      callOrThrow('listAccess', { params: { nodeId }, query: { explain: personId }, signal }),
  });
}

export interface PeopleAsked {
  readonly q: string;
  readonly at: number;
  readonly limit: number;
}

/** Everyone with access to the node. Keeps the previous page until the next one has loaded. */
export function accessPeopleQuery(nodeId: NodeId, { q, at, limit }: PeopleAsked) {
  return queryOptions({
    queryKey: [...keys.access, nodeId, 'people', q, at, limit],
    queryFn: ({ signal }) =>
      callOrThrow('listAccessPeople', {
        params: { nodeId },
        query: { at: String(at), limit: String(limit), ...(q !== '' && { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function sharedWithMeQuery(sorting: SharedSorting) {
  return pagesQuery(
    [...keys.shared, 'with-me', sorting.sort, sorting.order],
    async (after, signal) =>
      await callOrThrow('listSharedWithMe', {
        query: { ...sorting, ...(after !== undefined && { after }) },
        signal,
      }),
  );
}

export function sharedByMeQuery(sorting: SharedSorting) {
  return pagesQuery(
    [...keys.shared, 'by-me', sorting.sort, sorting.order],
    async (after, signal) =>
      await callOrThrow('listSharedByMe', {
        query: { ...sorting, ...(after !== undefined && { after }) },
        signal,
      }),
  );
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

/** Also used for leaving: the holder is then the person. */
export async function removeGrant(nodeId: NodeId, holderId: HolderId): Promise<void> {
  await callOrThrow('removeGrant', { params: { nodeId, holderId } });
}

/** Undoes leaving a shared node. */
export async function returnToNode(nodeId: NodeId): Promise<void> {
  await callOrThrow('returnToNode', { params: { nodeId } });
}

/** Removes all grants that the person gave on the node. */
export async function removeGrants(nodeId: NodeId): Promise<OperationResponse<'removeGrants'>> {
  return await callOrThrow('removeGrants', { params: { nodeId } });
}

interface NotRestored {
  readonly holderId: HolderId;
  /** With `grant_differs`, somebody else gave the access that is `held` meanwhile. */
  readonly code: string;
  readonly held?: Pick<GivenGrant, 'role' | 'expiresAt'> | undefined;
}

/** Resolves to why the server did not restore the grant. */
export async function restoreGrant(nodeId: NodeId, grant: GivenGrant): Promise<NotRestored | undefined> {
  return (await restoreGrants(nodeId, [grant]))[0];
}

/**
 * Restores removed grants, with one call for grants of the same role, end and message. Resolves to those that the server
 * refused.
 */
export async function restoreGrants(
  nodeId: NodeId,
  grants: readonly GivenGrant[],
): Promise<readonly NotRestored[]> {
  const refused: NotRestored[] = [];
  const alike = Map.groupBy(grants, ({ role, expiresAt, message }) =>
    JSON.stringify([role, expiresAt, message]),
  );
  for (const [first, ...others] of alike.values()) {
    if (first === undefined) continue;
    const { role, expiresAt, message } = first;
    const same = [first, ...others];
    for (let at = 0; at < same.length; at += LIMITS.grantsMadeMax) {
      const part = same.slice(at, at + LIMITS.grantsMadeMax);
      const personIds = part.flatMap((each) => (each.holder === 'person' ? [each.holderId] : []));
      const groupIds = part.flatMap((each) => (each.holder === 'group' ? [each.holderId] : []));
      const { items } = await createGrants(nodeId, { personIds, groupIds, role, expiresAt, message });
      refused.push(
        ...items.flatMap((item) =>
          item.ok ? [] : [{ holderId: item.holderId, code: item.code, held: item.held }],
        ),
      );
    }
  }
  return refused;
}

export async function invalidateSharing(cache: QueryCache): Promise<void> {
  await Promise.all([invalidate(cache, keys.access), invalidate(cache, keys.shared)]);
}
