import {
  type QueryKey,
  type UseQueryResult,
  useQueries as useQueriesOfLibrary,
  useQuery as useQueryOfLibrary,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onWipe } from '../../lib/wipe.ts';
import { makeQueryCache, type Query, type QueryCache } from './query-cache.ts';

export {
  QueryClientProvider as QueryCacheProvider,
  useQueryClient as useQueryCache,
} from '@tanstack/react-query';

/** The state of a query. Data stays available during a new request and after its failure. */
export interface QueryResult<T> {
  readonly data: T | undefined;
  readonly failure: { readonly cause: unknown } | undefined;
  readonly isPending: boolean;
  /** Whether `data` belongs to the previous query, until this one has loaded. */
  readonly isPrevious: boolean;
  /** When the data arrived, in milliseconds of `Date.now()`; 0 without data. */
  readonly readAt: number;
  readonly refetch: () => Promise<void>;
}

/** Creates a cache that is cleared on sign-out. */
export function useNewQueryCache(make: () => QueryCache = makeQueryCache): QueryCache {
  const [cache] = useState(make);
  useEffect(() => onWipe(() => cache.clear()), [cache]);
  return cache;
}

/** With `isEnabled` false, only returns cached data. */
export function useQuery<T, Key extends QueryKey>(
  query: Query<T, Key>,
  { isEnabled = true } = {},
): QueryResult<T> {
  return resultOf(useQueryOfLibrary({ ...query, enabled: isEnabled }));
}

export function useQueries<T, Key extends QueryKey>(
  queries: readonly Query<T, Key>[],
): readonly QueryResult<T>[] {
  return useQueriesOfLibrary({ queries: [...queries] }).map((result) => resultOf<T>(result));
}

/** Getters, because the library re-renders only for properties that have been read. */
function resultOf<T>(result: UseQueryResult<T>): QueryResult<T> {
  return {
    get data() {
      return result.data;
    },
    get failure() {
      return result.error === null ? undefined : { cause: result.error };
    },
    get isPending() {
      return result.isPending;
    },
    get isPrevious() {
      return result.isPlaceholderData;
    },
    get readAt() {
      return result.dataUpdatedAt;
    },
    refetch: async () => void (await result.refetch()),
  };
}
