import { SORT_COLUMNS } from '@coffer/contracts';
import type { Sorting } from '../api/nodes.ts';
import type { Preferences } from '../lib/preferences.ts';

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

export function sortQueryOf(search: URLSearchParams): string {
  const kept = ['sort', 'order'].flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new URLSearchParams(kept).toString();
}
