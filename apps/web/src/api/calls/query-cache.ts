import {
  QueryClient,
  type QueryFilters,
  type QueryKey,
  QueryObserver,
  type UseQueryOptions,
} from '@tanstack/react-query';

export type { QueryKey } from '@tanstack/react-query';

/** Create queries with `queryOptions`, and each key in one factory only: a key has one type. */
export type Query<T, Key extends QueryKey = QueryKey> = UseQueryOptions<T, Error, T, Key> & {
  readonly queryKey: Key;
};

export type QueryCache = QueryClient;

const FRESH_MS = 15_000;
const KEPT_MS = 5 * 60_000;

/** Never retries and never waits for a network, because `client.ts` does. */
export function makeQueryCache(): QueryCache {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, gcTime: KEPT_MS, retry: false, networkMode: 'always' },
      // Mutations are not cached, because what was sent may be a secret.
      mutations: { gcTime: 0, networkMode: 'always' },
    },
  });
}

/**
 * Refetches queries that are mounted or loading, marks the others as stale, and never rejects. `invalidateQueries`
 * alone would accept the response of a first request that was sent before the change.
 */
export async function invalidate(cache: QueryCache, queryKey: QueryKey): Promise<void> {
  await invalidateAll(cache, { queryKey });
}

export interface CachedQuery {
  readonly queryKey: QueryKey;
  readonly data: unknown;
}

/** Like {@link invalidate}, for queries chosen by a predicate on key and data. */
export async function invalidateWhere(
  cache: QueryCache,
  isMeant: (query: CachedQuery) => boolean,
): Promise<void> {
  await invalidateAll(cache, {
    predicate: ({ queryKey, state }) => isMeant({ queryKey, data: state.data }),
  });
}

async function invalidateAll(cache: QueryCache, filters: QueryFilters): Promise<void> {
  const underWay = cache.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  for (const query of underWay) void query.cancel({ silent: true });
  const asked = underWay.map((query) => query.fetch());
  await Promise.allSettled([...asked, cache.invalidateQueries(filters, { cancelRefetch: false })]);
}

/** Refetches mounted queries that have failed. */
export async function refetchFailed(cache: QueryCache): Promise<void> {
  await cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** Resolves to cached data of any age, or fetches it even if all observers unmount. With `isFresh`, always fetches. */
export async function ensure<T, Key extends QueryKey>(
  cache: QueryCache,
  query: Query<T, Key>,
  { isFresh = false } = {},
): Promise<T> {
  const release = new QueryObserver(cache, { ...query, enabled: false }).subscribe(() => undefined);
  try {
    return await cache.query({ ...query, staleTime: isFresh ? 0 : 'static' });
  } finally {
    release();
  }
}

/** Returns data of any query whose key begins with the first `length` parts of this key. */
export function dataOfFamily<T, Key extends QueryKey>(
  cache: QueryCache,
  query: Query<T, Key>,
  length: number,
): T | undefined {
  const family = cache.getQueriesData<T>({ queryKey: query.queryKey.slice(0, length) });
  return family.find(([, data]) => data !== undefined)?.[1];
}
