import type { SpaceId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

/** The key is below the keys of nodes, because every change of a node may change the list. */
export function largestQuery(spaceId: SpaceId, after: string | undefined) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'largest', spaceId, after ?? null],
    queryFn: ({ signal }) =>
      callOrThrow('listLargest', {
        params: { spaceId },
        query: after === undefined ? {} : { after },
        signal,
      }),
  });
}

export function hrefOfLargest(spaceId: SpaceId): string {
  return `/largest/${spaceId}`;
}
