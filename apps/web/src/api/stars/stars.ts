import type { NodeId, Stars } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';
import type { QueryCache } from '../calls/query-cache.ts';

export type MomentsList = 'recent' | 'starred';

const CALLS = { recent: 'listRecent', starred: 'listStarred' } as const;

/** Below the keys of nodes, because every change of a node may change the list. */
export function momentsQuery(list: MomentsList, after: string | undefined) {
  return queryOptions({
    queryKey: [...nodeKeys.all, list, after ?? null],
    queryFn: ({ signal }) =>
      callOrThrow(CALLS[list], { query: after === undefined ? {} : { after }, signal }),
  });
}

export function starsQuery() {
  return queryOptions({
    queryKey: ['stars'],
    queryFn: ({ signal }) => callOrThrow('listStars', { signal }),
    staleTime: 60_000,
  });
}

/** Shown at once, and taken back if the server refuses. An open list of stars keeps its rows until it is opened again. */
export async function setStar(cache: QueryCache, nodeId: NodeId, isStarred: boolean): Promise<void> {
  const { queryKey } = starsQuery();
  await cache.cancelQueries({ queryKey });
  const show = (isShown: boolean): void =>
    void cache.setQueryData(queryKey, (stars: Stars | undefined) => {
      const others = stars?.ids.filter((id) => id !== nodeId) ?? [];
      return { ids: isShown ? [nodeId, ...others] : others };
    });
  show(isStarred);
  try {
    await callOrThrow(isStarred ? 'addStar' : 'removeStar', { params: { nodeId } });
  } catch (cause) {
    show(!isStarred);
    throw cause;
  }
  await cache.invalidateQueries({ queryKey: [...nodeKeys.all, 'starred'], refetchType: 'none' });
}
