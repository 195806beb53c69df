import type { SpaceId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from './calls/client.ts';

export const spaceKeys = {
  all: ['spaces'],
  list: ['spaces', 'list'],
  one: (spaceId: SpaceId) => ['spaces', 'one', spaceId],
} as const;

/** All spaces, the personal space first. */
export function spacesQuery() {
  return queryOptions({
    queryKey: spaceKeys.list,
    queryFn: ({ signal }) => callOrThrow('listSpaces', { signal }),
  });
}

/** Invalidate `spaceKeys.all` when the usage changes. */
export function spaceQuery(spaceId: SpaceId) {
  return queryOptions({
    queryKey: spaceKeys.one(spaceId),
    queryFn: ({ signal }) => callOrThrow('getSpace', { params: { spaceId }, signal }),
  });
}
