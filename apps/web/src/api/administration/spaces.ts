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

/** Reads a space again. The filter of the page may no longer list it, so it is found by its name or owner. */
export async function readAdminSpace({ id, kind, name, owner }: AdminSpace): Promise<AdminSpace | undefined> {
  const text = kind === 'personal' ? owner.email : name;
  const { items } = await callOrThrow('listAdminSpaces', { query: { text } });
  return items.find((space) => space.id === id);
}

export function archiveAdminSpace(spaceId: SpaceId): Promise<void> {
  return callOrThrow('archiveAdminSpace', { params: { spaceId } });
}

export function restoreAdminSpace(spaceId: SpaceId): Promise<void> {
  return callOrThrow('restoreAdminSpace', { params: { spaceId } });
}

/** On a space that is already on hold, changes the reason. Refused if somebody else has changed the space. */
export function holdSpace({ id, revision }: AdminSpace, reason: string): Promise<void> {
  return callOrThrow('holdSpace', { params: { spaceId: id }, revision, body: { reason } });
}

/** Refused if somebody else has changed the space, because the hold may be another one by now. */
export function endHold({ id, revision }: AdminSpace): Promise<void> {
  return callOrThrow('endHold', { params: { spaceId: id }, revision });
}

export function giveAdminSpace(spaceId: SpaceId, toId: UserId): Promise<void> {
  return callOrThrow('giveAdminSpace', { params: { spaceId }, body: { toId } });
}
