import { SORT_COLUMNS } from '@coffer/contracts';
import type { Sorting } from '../../../api/nodes.ts';
import type { Commands } from '../../../lib/keys/commands.ts';

const FIRST_ORDER = { name: 'asc', kind: 'asc', size: 'desc', modified: 'desc' } as const;
export const ORDERS = ['asc', 'desc'] as const;

export const firstOrderOf = (sort: Sorting['sort']): Sorting['order'] => FIRST_ORDER[sort];

export function sortingAfter(chosen: string, sorting: Sorting): Sorting {
  const order = ORDERS.find((each) => each === chosen);
  if (order !== undefined) return { ...sorting, order };
  const sort = sortColumnOf(chosen);
  return sort === sorting.sort ? sorting : { sort, order: firstOrderOf(sort) };
}

export function sortColumnOf(columnId: string): Sorting['sort'] {
  return SORT_COLUMNS.find((column) => column === columnId) ?? 'name';
}

export function sortCommands(sorting: Sorting, onSort: (sorting: Sorting) => void): Commands {
  return Object.fromEntries(
    SORT_COLUMNS.map((column) => [column, () => onSort(sortingAfter(column, sorting))]),
  );
}
