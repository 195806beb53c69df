import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { pagesQuery } from '../calls/pages-query.ts';
import { nodeKeys } from '../nodes.ts';

export type MomentsList = 'recent' | 'starred';

const CALLS = { recent: 'listRecent', starred: 'listStarred' } as const;

/** The key is below those of nodes, because every change of a node may change the list. */
export function momentsQuery(list: MomentsList) {
  return pagesQuery([...nodeKeys.all, list], async (after, signal) => {
    await Promise.allSettled([lastChange]);
    return await callOrThrow(CALLS[list], { query: after === undefined ? {} : { after }, signal });
  });
}

let lastChange: Promise<unknown> | undefined;

/** Makes lists that are read from now on wait for this change of a star. */
export function awaitChange(change: Promise<unknown>): void {
  lastChange = change;
}

export function starsQuery() {
  return queryOptions({
    queryKey: ['stars'],
    queryFn: async ({ signal }) => {
      await Promise.allSettled([lastChange]);
      return await callOrThrow('listStars', { signal });
    },
    staleTime: 60_000,
  });
}
