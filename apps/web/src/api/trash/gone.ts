import type { NodeId } from '@coffer/contracts';
import { type CachedQuery, invalidate, invalidateWhere, type QueryCache } from '../calls/query-cache.ts';
import { nodeKeys } from '../nodes.ts';
import { spaceKeys } from '../spaces.ts';

/**
 * Like `invalidateTree`, for items that were moved to the trash. Queries about them are not refetched until they are
 * shown again, even if the page still shows the items.
 */
export async function invalidateWithout(cache: QueryCache, goneIds: readonly NodeId[]): Promise<void> {
  const isOfGone = ({ queryKey }: Pick<CachedQuery, 'queryKey'>): boolean =>
    goneIds.some((id) => queryKey.includes(id));
  await Promise.all([
    cache.invalidateQueries({ predicate: isOfGone, refetchType: 'none' }),
    invalidateWhere(cache, (query) => query.queryKey[0] === nodeKeys.all[0] && !isOfGone(query)),
    invalidate(cache, spaceKeys.all),
  ]);
}
