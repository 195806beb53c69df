import type { OperationInput } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

const UNREAD_EVERY_MS = 5_000;

export type SearchRequest = OperationInput<'search', 'query'>;

/** The key is below the keys of nodes, because every change of a node may change the results. */
export function searchQuery(query: SearchRequest) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'search', query],
    queryFn: ({ signal }) => callOrThrow('search', { query, signal }),
    // Polls while texts are still unread, because reading a text raises no change event.
    refetchInterval: ({ state: { data } }) => ((data?.unread ?? 0) > 0 ? UNREAD_EVERY_MS : false),
  });
}
