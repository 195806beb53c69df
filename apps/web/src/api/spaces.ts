import type { OperationResponse, SpaceId } from '@coffer/contracts';
import { callOrThrow } from './client.ts';
import type { Query } from './query-cache.ts';

export const spaceKeys = {
  all: ['spaces'],
  one: (spaceId: SpaceId) => ['spaces', 'one', spaceId],
} as const;

/** One space with its use. Invalidate `spaceKeys.all` after whatever changes the use. */
export function spaceQuery(spaceId: SpaceId): Query<OperationResponse<'getSpace'>> {
  return {
    key: spaceKeys.one(spaceId),
    read: (signal) => callOrThrow('getSpace', { params: { spaceId }, signal }),
  };
}
