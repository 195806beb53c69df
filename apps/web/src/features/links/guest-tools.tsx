import { ArrowDown, ArrowUp, LayoutGrid, List } from 'lucide-react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import styles from './guest-items.module.css';
import { type ListView, SORT_COLUMNS, type Sorting } from './list-view.ts';
import { useText } from './texts.ts';

const VIEWS = ['grid', 'list'] as const;

interface GuestToolsProps {
  /** Number of items. Undefined until it is loaded. */
  readonly total: number | undefined;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
  readonly view: ListView;
  readonly onView: (view: ListView) => void;
}

/** Controls for the order and the view of the list. */
export function GuestTools({ total, sorting, onSort, view, onView }: GuestToolsProps) {
  const text = useText();
  const isAscending = sorting.order === 'asc';
  return (
    <div className={styles['tools']}>
      <p className={styles['count']}>{total !== undefined && text('guest.count', { count: total })}</p>
      <select
        aria-label={text('guest.sort')}
        className={styles['sort']}
        value={sorting.sort}
        onChange={({ currentTarget: { value } }) => {
          const sort = SORT_COLUMNS.find((column) => column === value) ?? 'name';
          // By date and by size, the newest and the largest come first.
          onSort({ sort, order: sort === 'name' ? 'asc' : 'desc' });
        }}
      >
        {SORT_COLUMNS.map((column) => (
          <option key={column} value={column}>
            {text(`guest.sort.${column}`)}
          </option>
        ))}
      </select>
      <IconButton
        icon={isAscending ? ArrowUp : ArrowDown}
        label={text(isAscending ? 'guest.sort.ascending' : 'guest.sort.descending')}
        onClick={() => onSort({ ...sorting, order: isAscending ? 'desc' : 'asc' })}
      />
      <fieldset aria-label={text('guest.view')} className={styles['views']}>
        {VIEWS.map((each) => (
          <IconButton
            key={each}
            icon={each === 'list' ? List : LayoutGrid}
            label={text(`guest.view.${each}`)}
            aria-pressed={view === each}
            onClick={() => onView(each)}
          />
        ))}
      </fieldset>
    </div>
  );
}
