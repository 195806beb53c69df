import { SORT_COLUMNS } from '@coffer/contracts';
import { LazyMenu, type MenuEntry, type MenuSlot } from '../../../ui/overlays/index.ts';
import { useText as usePageText } from '../texts.ts';
import { firstOrderOf, ORDERS, sortColumnOf } from '../toolbar/sorting.ts';
import { useText } from './texts.ts';

/** `current` holds the column and the order, separated by a space. */
export function SortMenu({ current = '', ...slot }: MenuSlot) {
  const text = useText();
  const pageText = usePageText();
  const [column = '', order] = current.split(' ');
  const sort = sortColumnOf(column);
  const columns: readonly MenuEntry[] = SORT_COLUMNS.map((each) => ({
    id: each,
    label: pageText(`browse.column.${each}`),
    isChosen: each === sort,
  }));
  const orders = ORDERS.toSorted((one) => (one === firstOrderOf(sort) ? -1 : 1)).map((each, index) => ({
    id: each,
    label: text(`browse.sort.${sort === 'kind' ? 'name' : sort}.${each}`),
    isChosen: each === order,
    startsGroup: index === 0,
  }));
  return <LazyMenu {...slot} entries={[...columns, ...orders]} />;
}
