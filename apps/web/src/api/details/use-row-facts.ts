import type { NodeView, RowFacts } from '@coffer/contracts';
import { QueryObserver } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { QueryCache } from '../calls/query-cache.ts';
import { useQueryCache } from '../calls/use-query.ts';
import { rowFactsQuery } from './row-facts.ts';

type RowNode = Pick<NodeView, 'id' | 'parentId'>;

interface Watched {
  readonly facts: () => RowFacts | null | undefined;
  readonly listeners: Set<() => void>;
  readonly end: () => void;
}

const watchedIn = new WeakMap<QueryCache, Map<string, Watched>>();

/**
 * Facts of a row; undefined until known, null if the node is no longer visible. The cells of a row share one observer,
 * because observers are the most expensive part of a cell.
 */
export function useRowFacts({ id, parentId }: RowNode): RowFacts | null | undefined {
  const cache = useQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => watch(cache, { id, parentId }, listener),
    [cache, id, parentId],
  );
  return useSyncExternalStore(subscribe, () => {
    const watched = watchedIn.get(cache)?.get(keyOf({ id, parentId }));
    return watched === undefined
      ? cache.getQueryData(rowFactsQuery({ id, parentId }).queryKey)
      : watched.facts();
  });
}

function watch(cache: QueryCache, node: RowNode, listener: () => void): () => void {
  const all = watchedIn.get(cache) ?? new Map<string, Watched>();
  watchedIn.set(cache, all);
  const key = keyOf(node);
  const watched = all.get(key) ?? begin(cache, node);
  all.set(key, watched);
  watched.listeners.add(listener);
  return () => {
    watched.listeners.delete(listener);
    if (watched.listeners.size > 0) return;
    watched.end();
    all.delete(key);
  };
}

function begin(cache: QueryCache, node: RowNode): Watched {
  const listeners = new Set<() => void>();
  const observer = new QueryObserver(cache, rowFactsQuery(node));
  const end = observer.subscribe(() => {
    for (const listener of listeners) listener();
  });
  return { facts: () => observer.getCurrentResult().data, listeners, end };
}

function keyOf({ id, parentId }: RowNode): string {
  return `${id} ${parentId}`;
}
