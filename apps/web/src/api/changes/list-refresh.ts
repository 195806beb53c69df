import type { Change } from '@coffer/contracts';
import type { Query, QueryKey } from '@tanstack/react-query';
import type { QueryCache } from '../calls/query-cache.ts';
import { nodeKeys } from '../nodes.ts';
import { momentsQuery, starsQuery } from '../stars/stars.ts';

const REST_MS = 2_000;
/** Searching takes the server longest. */
const SEARCH_REST_MS = 5_000;
/** How long an item whose star was taken off stays in the list of stars. */
const UNSTARRED_MS = 30_000;

/** Lists of items from many folders, and how long each rests after a response for each of its pages. */
const RESTS: ReadonlyMap<unknown, number> = new Map([
  ['recent', REST_MS],
  ['starred', REST_MS],
  ['tagged', REST_MS],
  ['largest', REST_MS],
  ['shared', REST_MS],
  ['followed', REST_MS],
  ['search', SEARCH_REST_MS],
]);

export interface ListRefresh {
  /** Remembers the lists that the changes may concern. */
  readonly note: (changes: readonly Change[]) => void;
  /** Refetches those that are shown and have rested. Never waits for a response. */
  readonly refetchRested: () => void;
  readonly isWaiting: () => boolean;
}

/** Almost every change may concern these lists. So they rest between refetches, however many changes there are. */
export function createListRefresh(cache: QueryCache): ListRefresh {
  const noted = new Set<Query>();
  return {
    note: (changes) => {
      const predicate = ({ queryKey }: Query): boolean =>
        changes.some((change) => mayConcern(change, queryKey));
      for (const query of cache.getQueryCache().findAll({ queryKey: nodeKeys.all, predicate })) {
        noted.add(query);
      }
    },
    refetchRested: () => {
      for (const query of noted) {
        if (query.isActive() && (isResting(query) || showsUnstarred(cache, query))) continue;
        noted.delete(query);
        if (query.isActive()) void Promise.allSettled([query.fetch()]);
        else query.invalidate();
      }
    },
    isWaiting: () => noted.size > 0,
  };
}

function mayConcern(change: Change, [, kind, id]: QueryKey): boolean {
  // Suggestions of the search box stay as they are while somebody chooses.
  if (!RESTS.has(kind) || (kind === 'search' && id !== 'pages')) return false;
  if (change.kind === 'folder') return kind !== 'largest' || id === change.spaceId;
  return change.kind === 'tags' || (change.kind === 'trash' && kind === 'search');
}

function isResting({ queryKey, state }: Query): boolean {
  const restMs = (RESTS.get(queryKey[1]) ?? 0) * pageCount(state.data);
  const answeredAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  return state.fetchStatus !== 'idle' || Date.now() < answeredAt + restMs;
}

/** Each page is a call. */
function pageCount(data: unknown): number {
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : undefined;
  return Array.isArray(pages) ? Math.max(1, pages.length) : 1;
}

/** Whether the list of stars shows an item that lost its star just now, which the person may want to give again. */
function showsUnstarred(cache: QueryCache, { queryKey }: Query): boolean {
  const { data: stars, dataUpdatedAt = 0 } = cache.getQueryState(starsQuery().queryKey) ?? {};
  if (queryKey[1] !== 'starred' || stars === undefined || Date.now() > dataUpdatedAt + UNSTARRED_MS)
    return false;
  const shown = cache.getQueryData(momentsQuery('starred').queryKey)?.pages ?? [];
  const starred = new Set(stars.ids);
  return shown.some(({ items }) => items.some(({ node }) => !starred.has(node.id)));
}
