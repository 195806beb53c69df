import { LIMITS, type NodeId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import type { QueryCache } from '../calls/query-cache.ts';
import { nodeKeys } from '../nodes.ts';

/** What the person follows, in one page. The key is below those of nodes, because their names and places are shown. */
export function followedQuery() {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'followed'],
    queryFn: async ({ signal }) =>
      await callOrThrow('listFollowed', { query: { limit: String(LIMITS.followsMax) }, signal }),
    staleTime: 60_000,
  });
}

export async function setFollow(cache: QueryCache, nodeId: NodeId, isFollowed: boolean): Promise<void> {
  await callOrThrow(isFollowed ? 'follow' : 'unfollow', { params: { nodeId } });
  await cache.invalidateQueries({ queryKey: followedQuery().queryKey });
}
