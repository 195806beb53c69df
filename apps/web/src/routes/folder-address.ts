import { SORT_COLUMNS } from '@coffer/contracts';
import type { Listing, Sorting } from '../api/nodes.ts';
import type { Preferences } from '../lib/preferences.ts';

/** Equals `LIMITS.searchLengthMax`. */
const FILTER_MAX = 200;
const BY_NAME = { column: 'name', order: 'asc' } as const;

export function sortingOf(
  search: URLSearchParams,
  { sorting = BY_NAME }: Pick<Preferences, 'sorting'>,
): Sorting {
  const column = SORT_COLUMNS.find((each) => each === search.get('sort'));
  if (column !== undefined) return { sort: column, order: search.get('order') === 'desc' ? 'desc' : 'asc' };
  return {
    sort: SORT_COLUMNS.find((each) => each === sorting.column) ?? BY_NAME.column,
    order: sorting.order,
  };
}

export function listingOf(search: URLSearchParams, preferences: Pick<Preferences, 'sorting'>): Listing {
  return { ...sortingOf(search, preferences), filter: search.get('filter')?.slice(0, FILTER_MAX) };
}

/** The part of the query that is kept while a file of the list is open. */
export function listQueryOf(search: URLSearchParams): string {
  return queryOf(search, ['filter', 'sort', 'order']);
}

export function filterQueryOf(search: URLSearchParams): string {
  return queryOf(search, ['filter']);
}

function queryOf(search: URLSearchParams, names: readonly string[]): string {
  const kept = names.flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new URLSearchParams(kept).toString();
}
