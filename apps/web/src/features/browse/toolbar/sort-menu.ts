import { SORT_COLUMNS } from '@coffer/contracts';
import type { Sorting } from '../../../api/nodes.ts';
import type { Commands } from '../../../lib/keys/commands.ts';
import type { MenuEntry } from '../../../ui/overlays/index.ts';
import type { BrowseText } from '../texts.ts';

const FIRST_ORDER = { name: 'asc', kind: 'asc', size: 'desc', modified: 'desc' } as const;
const ORDERS = ['asc', 'desc'] as const;

export function sortEntries(text: BrowseText, { sort, order }: Sorting): readonly MenuEntry[] {
  const columns = SORT_COLUMNS.map((column) => ({
    id: column,
    label: text(`browse.column.${column}`),
    isChosen: column === sort,
  }));
  const orders = ORDERS.toSorted((one) => (one === FIRST_ORDER[sort] ? -1 : 1)).map((each, index) => ({
    id: each,
    label: text(`browse.sort.${sort === 'kind' ? 'name' : sort}.${each}`),
    isChosen: each === order,
    startsGroup: index === 0,
  }));
  return [...columns, ...orders];
}

export function sortingAfter(chosen: string, sorting: Sorting): Sorting {
  const order = ORDERS.find((each) => each === chosen);
  if (order !== undefined) return { ...sorting, order };
  const sort = sortColumnOf(chosen);
  return sort === sorting.sort ? sorting : { sort, order: FIRST_ORDER[sort] };
}

export function sortColumnOf(columnId: string): Sorting['sort'] {
  return SORT_COLUMNS.find((column) => column === columnId) ?? 'name';
}

export function sortCommands(sorting: Sorting, onSort: (sorting: Sorting) => void): Commands {
  return Object.fromEntries(
    SORT_COLUMNS.map((column) => [column, () => onSort(sortingAfter(column, sorting))]),
  );
}
