import { hashKey, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiError, apiErrorOf } from './error.ts';
import { type Item, keepFirstPage, type Page, type PagesQuery } from './pages-query.ts';
import { useQueryCache } from './use-query.ts';

export interface Pages<P extends Page> {
  /** The first page, for facts about the whole list. */
  readonly first: P | undefined;
  readonly items: readonly P['items'][number][];
  /** Why the first page, or a page that was asked for, is missing. */
  readonly error: ApiError | undefined;
  readonly isWaiting: boolean;
  /** Undefined at the end, while a page is loading, and after a failure. */
  readonly showMore: (() => void) | undefined;
  readonly retry: () => void;
  readonly refetch: () => Promise<void>;
}

/** The pages that were asked for so far. Another query starts with its first page. */
export function usePages<P extends Page, Key extends QueryKey>(
  query: PagesQuery<P, Key>,
  { isEnabled = true } = {},
): Pages<P> {
  const cache = useQueryCache();
  const { data, error, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({ ...query, enabled: isEnabled });
  const hash = hashKey(query.queryKey);
  const [asked, setAsked] = useState({ hash, count: 1 });
  const pages = data?.pages ?? [];
  const isMissing =
    isEnabled && (data === undefined || (asked.hash === hash && pages.length < asked.count && hasNextPage));
  // A refetch that failed leaves the pages as they are.
  const hasFailed = isMissing && error !== null && (data === undefined || isFetchNextPageError);
  // Not during a refetch, which it would cancel.
  const isNextDue = isMissing && data !== undefined && !isFetching && !hasFailed;
  useEffect(() => {
    if (isNextDue) void fetchNextPage();
  }, [isNextDue, fetchNextPage]);
  // Once the query has one observer less.
  useEffect(() => () => queueMicrotask(() => keepFirstPage(cache, hash)), [cache, hash]);
  // An item that changes its place between two pages may be on both.
  const items = new Map(pages.flatMap((page) => page.items).map((item) => [idOf(item), item]));
  return {
    first: pages[0],
    items: [...items.values()],
    error: hasFailed ? apiErrorOf(error) : undefined,
    isWaiting: isMissing && !hasFailed,
    showMore: hasNextPage && !isMissing ? () => setAsked({ hash, count: pages.length + 1 }) : undefined,
    retry: () => void (data === undefined ? refetch() : fetchNextPage()),
    refetch: async () => void (await refetch({ cancelRefetch: false })),
  };
}

function idOf(item: Item): string {
  return 'node' in item ? item.node.id : item.id;
}
