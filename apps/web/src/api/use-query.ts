import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { onWipe } from '../lib/wipe.ts';
import { idOf, makeQueryCache, type Query, type QueryCache, type QueryState } from './query-cache.ts';

export interface QueryResult<T> extends QueryState<T> {
  /** Neither an answer nor a failure is there. */
  readonly isPending: boolean;
  readonly refetch: () => Promise<void>;
}

const Cache = createContext<QueryCache | undefined>(undefined);

export const QueryCacheProvider = Cache;

export function useQueryCache(): QueryCache {
  const cache = useContext(Cache);
  if (cache === undefined) throw new Error('There is no QueryCacheProvider around');
  return cache;
}

/** A cache for one person: it is emptied when the person leaves, and looks again when the person comes back to the tab. */
export function useNewQueryCache(make: () => QueryCache = makeQueryCache): QueryCache {
  const [cache] = useState(make);
  useEffect(() => {
    const handleVisibility = (): void => {
      if (document.visibilityState === 'visible') cache.refresh();
    };
    const forget = onWipe(cache.clear);
    document.addEventListener('visibilitychange', handleVisibility);
    return () => {
      document.removeEventListener('visibilitychange', handleVisibility);
      forget();
    };
  }, [cache]);
  return cache;
}

/** What is known of a query, kept up to date while the component is there. One that is not enabled shows what is there and asks for nothing. */
export function useQuery<T>(query: Query<T>, { isEnabled = true } = {}): QueryResult<T> {
  const cache = useQueryCache();
  useWatched(cache, isEnabled ? [query] : []);
  useStamps(cache, [query]);
  return resultOf(cache, query);
}

export function useQueries<T>(queries: readonly Query<T>[]): readonly QueryResult<T>[] {
  const cache = useQueryCache();
  useWatched(cache, queries);
  useStamps(cache, queries);
  return queries.map((query) => resultOf(cache, query));
}

function resultOf<T>(cache: QueryCache, query: Query<T>): QueryResult<T> {
  const state = cache.stateOf(query);
  return {
    ...state,
    isPending: state.data === undefined && state.failure === undefined,
    refetch: () => cache.refetch(query),
  };
}

/** Draws again when one of the queries changes. */
function useStamps(cache: QueryCache, queries: readonly Query<unknown>[]): void {
  useSyncExternalStore(cache.subscribe, () => queries.map((query) => cache.stateOf(query).stamp).join());
}

/** Watches what came into the list and lets go of what left it; what stays is not asked for again. */
function useWatched(cache: QueryCache, queries: readonly Query<unknown>[]): void {
  const held = useRef(new Map<string, () => void>());
  // Before the browser paints: the sooner the question is asked, the sooner the answer is here.
  useLayoutEffect(() => {
    const before = held.current;
    const now = new Map(
      queries.map((query) => {
        const id = idOf(query.key);
        return [id, before.get(id) ?? cache.watch(query)] as const;
      }),
    );
    for (const [id, release] of before) if (!now.has(id)) release();
    held.current = now;
  });
  useLayoutEffect(
    () => () => {
      for (const release of held.current.values()) release();
      held.current = new Map();
    },
    [],
  );
}
