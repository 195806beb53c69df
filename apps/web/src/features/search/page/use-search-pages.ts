import type { SearchHit } from '@coffer/contracts';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../../api/calls/error.ts';
import { searchQuery } from '../../../api/search/search.ts';
import { useQueries } from '../../../api/calls/use-query.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import { requestOf, type SearchAddress, type SearchPlace } from './search-address.ts';

export interface SearchPages {
  readonly hits: readonly SearchHit[];
  readonly total: number | undefined;
  readonly isPartial: boolean;
  /** Number of files whose content is still to be read. Null if contents are not searched here. */
  readonly unread: number | null;
  readonly error: ApiError | undefined;
  readonly isWaiting: boolean;
  /** Undefined at the end, while a page is loading, and after a failure. */
  readonly showMore: (() => void) | undefined;
  readonly retry: () => void;
}

/**
 * Loads one page after another while the person scrolls; another search starts again. Requests nothing if the query is
 * empty, or if the URL limits the search to names while `place` is content, or the reverse.
 */
export function useSearchPages(address: SearchAddress, place: SearchPlace): SearchPages {
  const request = requestOf(address, place, useToday());
  const isWanted = address.q !== '' && (address.in ?? place) === place;
  const id = JSON.stringify(request);
  const [state, setState] = useState<{ readonly id: string; readonly cursors: readonly string[] }>({
    id,
    cursors: [],
  });
  const cursors = state.id === id ? state.cursors : [];
  const queries = [request, ...cursors.map((after) => ({ ...request, after }))].map(searchQuery);
  const results = useQueries(isWanted ? queries : []);
  const first = results[0]?.data;
  const last = results.at(-1);
  const next = last?.data?.next;
  const failed = results.find(({ data, failure }) => data === undefined && failure !== undefined);
  return {
    hits: uniqueHits(results.flatMap(({ data }) => data?.items ?? [])),
    total: first?.total,
    isPartial: first?.isPartial ?? false,
    unread: first === undefined ? 0 : first.unread,
    error: failed === undefined ? undefined : apiErrorOf(failed.failure?.cause),
    isWaiting: results.some(({ data, failure }) => data === undefined && failure === undefined),
    showMore: typeof next === 'string' ? () => setState({ id, cursors: [...cursors, next] }) : undefined,
    retry: () => {
      for (const { failure, refetch } of results) if (failure !== undefined) void refetch();
    },
  };
}

/** Items that changed between two pages may be on both. */
function uniqueHits(hits: readonly SearchHit[]): readonly SearchHit[] {
  return [...new Map(hits.map((hit) => [hit.node.id, hit])).values()];
}
