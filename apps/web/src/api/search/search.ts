import type { OperationInput, SearchPage } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { pagesQuery } from '../calls/pages-query.ts';
import { nodeKeys } from '../nodes.ts';

const UNREAD_EVERY_MS = 5_000;

export type SearchRequest = OperationInput<'search', 'query'>;

/** The key is below the keys of nodes, because every change of a node may change the results. */
export function searchQuery(query: SearchRequest) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'search', query],
    queryFn: ({ signal }) => callOrThrow('search', { query, signal }),
    refetchInterval: ({ state: { data } }) => pollOf(data),
  });
}

/** The same results page by page. */
export function searchPagesQuery(query: SearchRequest) {
  const readPage = async (after: string | undefined, signal: AbortSignal): Promise<SearchPage> =>
    await callOrThrow('search', { query: after === undefined ? query : { ...query, after }, signal });
  return pagesQuery([...nodeKeys.all, 'search', 'pages', query], readPage, { pollOf });
}

/** Polls while texts are still unread, because reading a text raises no change event. */
function pollOf(page: SearchPage | undefined): number | false {
  return (page?.unread ?? 0) > 0 ? UNREAD_EVERY_MS : false;
}
