import type { OperationResponse, SpaceId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from './calls/client.ts';
import type { Stretch } from './nodes.ts';
import { spaceKeys } from './spaces.ts';

export type DamagedFiles = OperationResponse<'listDamage'>;

/** Damaged files, newest first. Refetched with the usage of the space, because a change there may repair a file. */
export function damageQuery(spaceId: SpaceId, { at, limit }: Stretch) {
  return queryOptions({
    queryKey: [...spaceKeys.one(spaceId), 'damage', at, limit],
    queryFn: ({ signal }) =>
      callOrThrow('listDamage', {
        params: { spaceId },
        query: { at: String(at), limit: String(limit) },
        signal,
      }),
  });
}
