import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { QueryCache } from './query-cache.ts';

export type Item = { readonly id: string } | { readonly node: { readonly id: string } };

/** One page of a list, and the cursor of the next one. */
export interface Page {
  readonly items: readonly Item[];
  readonly next: string | null;
}

type Cursor = string | undefined;

export type PagesQuery<P extends Page, Key extends QueryKey> = ReturnType<typeof pagesQuery<P, Key>>;

interface PagesOptions<P extends Page> {
  readonly staleTime?: number;
  /** Pause until the list is read again without a change. */
  readonly pollOf?: (first: P) => number | false;
}

/**
 * A list that is loaded page by page. A refetch reads the loaded pages one after another, each from the new end of the
 * one before, so that no item is lost between two pages.
 */
export function pagesQuery<P extends Page, const Key extends QueryKey>(
  queryKey: Key,
  readPage: (after: Cursor, signal: AbortSignal) => Promise<P>,
  { staleTime, pollOf = () => false }: PagesOptions<NoInfer<P>> = {},
) {
  return infiniteQueryOptions<P, Error, InfiniteData<P, Cursor>, Key, Cursor>({
    queryKey,
    queryFn: async ({ pageParam, signal }) => await readPage(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) => (data?.pages[0] === undefined ? false : pollOf(data.pages[0])),
    ...(staleTime !== undefined && { staleTime }),
  });
}

/** Drops later pages of a list that is no longer shown, so that its next visit does not read them all. */
export function keepFirstPage(cache: QueryCache, hash: string): void {
  const query = cache.getQueryCache().get<InfiniteData<Page, Cursor>>(hash);
  const data = query?.state.data;
  if (query === undefined || data === undefined || query.isActive()) return;
  // Unlike new data, this leaves the age of the list as it is.
  query.setState({ data: { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } });
}
