import type { OperationInput } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

export type SearchRequest = OperationInput<'search', 'query'>;

/** Below the keys of nodes, because every change of a node may change the results. */
export function searchQuery(query: SearchRequest) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'search', query],
    queryFn: ({ signal }) => callOrThrow('search', { query, signal }),
  });
}
