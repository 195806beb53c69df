import { ArrowDown, ArrowUp } from 'lucide-react';
import { Icon } from '../marks/icon.tsx';
import styles from './sorted-head.module.css';

type Order = 'asc' | 'desc';

interface SortedHeadProps<Sort extends string> {
  readonly columns: readonly {
    readonly id: Sort;
    readonly label: string;
    readonly className?: string | undefined;
    /** Order after the first press. */
    readonly first?: Order;
  }[];
  readonly sort: Sort;
  readonly order: Order;
  readonly onSort: (sort: Sort, order: Order) => void;
  /** For a last column with the menus of the rows. */
  readonly actions?: { readonly label: string; readonly className: string | undefined };
}

/** The header of a table that is sorted by its columns. */
export function SortedHead<Sort extends string>(props: SortedHeadProps<Sort>) {
  const { columns, sort, order, onSort, actions } = props;
  return (
    <thead>
      <tr>
        {columns.map(({ id, label, className, first = 'asc' }) => {
          const isSorted = sort === id;
          const isDescending = order === 'desc';
          return (
            <th
              key={id}
              scope="col"
              className={className}
              aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
            >
              <button
                type="button"
                className={styles['sort']}
                onClick={() => onSort(id, isSorted ? (isDescending ? 'asc' : 'desc') : first)}
              >
                {label}
                {isSorted && <Icon of={isDescending ? ArrowDown : ArrowUp} size={16} />}
              </button>
            </th>
          );
        })}
        {actions !== undefined && (
          <th scope="col" className={actions.className}>
            <span className="visually-hidden">{actions.label}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
