import type { AdminSpace, AdminSpacesPage, OperationInput, SpaceId, UserId } from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';
import { storageKeys } from '../storage.ts';

const ALL = ['administration', 'spaces'] as const;

export type AdminSpacesQuery = NonNullable<OperationInput<'listAdminSpaces', 'query'>>;
export type { AdminSpace, AdminSpacesPage };

/** Keeps the previous page until the next one has loaded. */
export function adminSpacesQuery(query: AdminSpacesQuery) {
  return queryOptions({
    queryKey: [...ALL, query],
    queryFn: ({ signal }) => callOrThrow('listAdminSpaces', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export async function refreshAdminSpaces(cache: QueryCache): Promise<void> {
  await Promise.all([
    invalidate(cache, ALL),
    invalidate(cache, storageKeys.all),
    invalidate(cache, ['administration', 'overview']),
    invalidate(cache, ['spaces']),
  ]);
}

export function archiveAdminSpace(spaceId: SpaceId): Promise<void> {
  return callOrThrow('archiveAdminSpace', { params: { spaceId } });
}

export function restoreAdminSpace(spaceId: SpaceId): Promise<void> {
  return callOrThrow('restoreAdminSpace', { params: { spaceId } });
}

/** Repeated with another reason, it changes the reason. */
export function holdSpace(spaceId: SpaceId, reason: string): Promise<void> {
  return callOrThrow('holdSpace', { params: { spaceId }, body: { reason } });
}

export function endHold(spaceId: SpaceId): Promise<void> {
  return callOrThrow('endHold', { params: { spaceId } });
}

export function giveAdminSpace(spaceId: SpaceId, toId: UserId): Promise<void> {
  return callOrThrow('giveAdminSpace', { params: { spaceId }, body: { toId } });
}
