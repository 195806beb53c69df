import type { OperationResponse, SpaceId } from '@coffer/contracts';
import { callOrThrow } from './client.ts';
import type { Stretch } from './nodes.ts';
import type { Query } from './query-cache.ts';
import { spaceKeys } from './spaces.ts';

export type DamagedFiles = OperationResponse<'listDamage'>;

/** Damaged files of a space, the newest damage first. Whatever changes the use of the space may have mended one. */
export function damageQuery(spaceId: SpaceId, { at, limit }: Stretch): Query<DamagedFiles> {
  return {
    key: [...spaceKeys.one(spaceId), 'damage', at, limit],
    read: (signal) =>
      callOrThrow('listDamage', {
        params: { spaceId },
        query: { at: String(at), limit: String(limit) },
        signal,
      }),
  };
}
