import type { SpaceId } from '@coffer/contracts';
import { callOrThrow } from '../calls/client.ts';
import { pagesQuery } from '../calls/pages-query.ts';
import { nodeKeys } from '../nodes.ts';

/** The key is below the keys of nodes, because every change of a node may change the list. */
export function largestQuery(spaceId: SpaceId) {
  return pagesQuery(
    [...nodeKeys.all, 'largest', spaceId],
    async (after, signal) =>
      await callOrThrow('listLargest', {
        params: { spaceId },
        query: after === undefined ? {} : { after },
        signal,
      }),
  );
}

export function hrefOfLargest(spaceId: SpaceId): string {
  return `/largest/${spaceId}`;
}
