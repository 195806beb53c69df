import type { SpaceId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from './client.ts';

export const spaceKeys = {
  all: ['spaces'],
  one: (spaceId: SpaceId) => ['spaces', 'one', spaceId],
} as const;

/** One space with its use. Invalidate `spaceKeys.all` after whatever changes the use. */
export function spaceQuery(spaceId: SpaceId) {
  return queryOptions({
    queryKey: spaceKeys.one(spaceId),
    queryFn: ({ signal }) => callOrThrow('getSpace', { params: { spaceId }, signal }),
  });
}
