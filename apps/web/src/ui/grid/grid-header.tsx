/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows stand at positions of their own, which takes the meaning from table elements; roles keep it. */
import { type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './grid.module.css';
import type { GridColumn, GridLabels, GridProps, GridSort } from './grid-types.ts';

const loadDivider = () => import('./sizing/column-divider.tsx');
const loadKeys = () => import('./sizing/column-dom.ts');
const ColumnDivider = lazy(async () => ({ default: (await loadDivider()).ColumnDivider }));

interface GridHeaderProps<Row> extends Pick<GridProps<Row>, 'widths' | 'onWidths'> {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly columns: readonly GridColumn<Row>[];
  readonly labels: GridLabels;
  readonly sort: GridSort | undefined;
  readonly onSort: ((sort: GridSort) => void) | undefined;
  readonly selected: 'none' | 'some' | 'all';
  readonly onToggleAll: () => void;
  readonly onLeave: () => void;
}

/** One tab stop; arrow keys move between headers. */
export function GridHeader<Row>({ ref, ...props }: GridHeaderProps<Row>) {
  const { columns, labels, selected, widths, onWidths } = props;
  const [isNear, setNear] = useState(false);
  const [stop, setStop] = useState(0);
  const checkbox = useIndeterminate(selected === 'some');
  const sortable = columns.filter((column) => column.isSortable === true);
  const stopCount = sortable.length + 1;
  const current = Math.min(stop, stopCount - 1);

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = stepOf(event.key, isRightToLeft);
    const column = sortable[current - 1];
    if (event.shiftKey && Math.abs(step) === 1 && column !== undefined && onWidths !== undefined) {
      event.preventDefault();
      const header = event.currentTarget;
      const press = { at: columns.indexOf(column), isWider: step > 0 };
      void loadKeys().then(({ sizeByKey }) => sizeByKey(header, { columns, widths, onWidths }, press));
      return;
    }
    if (event.key === 'ArrowDown') props.onLeave();
    else if (step === 0) return;
    else {
      const stops = event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]');
      const next = Math.max(0, Math.min(stopCount - 1, current + step));
      setStop(next);
      stops[next]?.focus();
    }
    event.preventDefault();
  }

  return (
    <div role="rowgroup" className={styles['head']} ref={ref}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles['header']}
        onKeyDown={handleKeyDown}
        onPointerEnter={(event) => setNear(event.pointerType !== 'touch')}
      >
        <div role="columnheader" aria-colindex={1} className={styles['check']}>
          <input
            type="checkbox"
            ref={checkbox}
            data-stop=""
            tabIndex={current === 0 ? 0 : -1}
            aria-label={labels.selectAll}
            checked={selected === 'all'}
            onFocus={() => setStop(0)}
            onChange={props.onToggleAll}
          />
        </div>
        {columns.map((column, i) => {
          const at = sortable.indexOf(column) + 1;
          const direction = props.sort?.columnId === column.id ? props.sort.direction : 'none';
          return (
            <div
              key={column.id}
              role="columnheader"
              data-heading={i}
              aria-colindex={i + 2}
              aria-sort={column.isSortable === true ? direction : undefined}
              className={classes(styles['heading'], column.align === 'end' && styles['end'])}
            >
              {column.isSortable === true ? (
                <button
                  type="button"
                  data-stop=""
                  data-direction={direction}
                  tabIndex={current === at ? 0 : -1}
                  className={styles['sort']}
                  onFocus={() => setStop(at)}
                  onClick={() =>
                    props.onSort?.({ columnId: column.id, direction: nextDirection(column, direction) })
                  }
                >
                  {column.label}
                  <span aria-hidden="true" className={styles['arrow']} />
                </button>
              ) : (
                column.label
              )}
              {isNear && onWidths !== undefined && i < columns.length - 1 && (
                <Suspense fallback={null}>
                  <ColumnDivider at={i} columns={columns} widths={widths} onWidths={onWidths} />
                </Suspense>
              )}
            </div>
          );
        })}
        <div role="columnheader" aria-colindex={columns.length + 2}>
          <span className={styles['hidden']}>{labels.actionsColumn}</span>
        </div>
      </div>
    </div>
  );
}

function useIndeterminate(isIndeterminate: boolean): RefObject<HTMLInputElement | null> {
  const checkbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (checkbox.current !== null) checkbox.current.indeterminate = isIndeterminate;
  });
  return checkbox;
}

function nextDirection<Row>(
  { firstDirection = 'ascending' }: GridColumn<Row>,
  direction: GridSort['direction'] | 'none',
): GridSort['direction'] {
  if (direction === 'none') return firstDirection;
  return direction === 'ascending' ? 'descending' : 'ascending';
}

function stepOf(key: string, isRightToLeft: boolean): number {
  const forward = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return forward;
    case 'ArrowLeft':
      return -forward;
    case 'Home':
      return Number.NEGATIVE_INFINITY;
    case 'End':
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}
