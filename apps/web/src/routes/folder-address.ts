import { SORT_COLUMNS } from '@coffer/contracts';
import type { Sorting } from '../api/nodes.ts';

/** Sorting lives in the URL; what it does not say is by name, ascending. */
export function sortingOf(search: URLSearchParams): Sorting {
  return {
    sort: SORT_COLUMNS.find((column) => column === search.get('sort')) ?? 'name',
    order: search.get('order') === 'desc' ? 'desc' : 'asc',
  };
}

export function queryOf({ sort, order }: Sorting): Record<string, string> {
  return sort === 'name' && order === 'asc' ? {} : { sort, order };
}
