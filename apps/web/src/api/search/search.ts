import type { OperationInput } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

const UNREAD_EVERY_MS = 5_000;

export type SearchRequest = OperationInput<'search', 'query'>;

/** Below the keys of nodes, because every change of a node may change the results. */
export function searchQuery(query: SearchRequest) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'search', query],
    queryFn: ({ signal }) => callOrThrow('search', { query, signal }),
    // No change of a node tells that a text was read.
    refetchInterval: ({ state: { data } }) => ((data?.unread ?? 0) > 0 ? UNREAD_EVERY_MS : false),
  });
}
