/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are positioned absolutely, which removes the meaning of table elements; roles restore it. */
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './grid.module.css';
import type { GridColumn, GridLabels, GridProps, GridSort } from './grid-types.ts';
import { lazy, Suspense } from '../loading/lazy.tsx';

const loadTools = () => import('./ordering/column-tools.ts');
const ColumnDivider = lazy(async () => ({ default: (await loadTools()).ColumnDivider }));
const ColumnMover = lazy(async () => ({ default: (await loadTools()).ColumnMover }));

interface GridHeaderProps<Row>
  extends Pick<GridProps<Row>, 'widths' | 'onWidths' | 'onOrder' | 'onColumnMenu'> {
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
  const { columns, labels, selected, widths, onWidths, onOrder } = props;
  const [isNear, setNear] = useState(false);
  /** A column id. Undefined stands for the checkbox. */
  const [stop, setStop] = useState<string>();
  const checkbox = useIndeterminate(selected === 'some');
  const stopCount = columns.length + 1;
  const current = columns.findIndex(({ id }) => id === stop) + 1;

  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = stepOf(event.key, isRightToLeft);
    const at = current - 1;
    if (event.shiftKey && Math.abs(step) === 1 && at >= 0 && onWidths !== undefined) {
      event.preventDefault();
      const header = event.currentTarget;
      const { ctrlKey } = event;
      void loadTools().then(({ moveByKey, sizeByKey }) =>
        ctrlKey
          ? moveByKey(header, { columns, onOrder }, { at, step })
          : sizeByKey(header, { columns, widths, onWidths }, { at, isWider: step > 0 }),
      );
      return;
    }
    if (event.key === 'ArrowDown') props.onLeave();
    else if (step === 0) return;
    else {
      const stops = event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]');
      const next = Math.max(0, Math.min(stopCount - 1, current + step));
      setStop(columns[next - 1]?.id);
      stops[next]?.focus();
    }
    event.preventDefault();
  }

  function handleContextMenu(event: MouseEvent<HTMLDivElement>) {
    const heading = event.target instanceof Element ? event.target.closest('[data-heading]') : null;
    if (heading === null || props.onColumnMenu === undefined) return;
    event.preventDefault();
    const { clientX: x, clientY: y } = event;
    // Some browsers report no position when the menu key opens a menu.
    const anchor = x + y > 0 ? { x, y } : { element: heading };
    props.onColumnMenu({ columns, at: Number(heading.getAttribute('data-heading')), anchor });
  }

  return (
    <div role="rowgroup" className={styles['head']} ref={ref}>
      <div
        role="row"
        aria-rowindex={1}
        className={styles['header']}
        onKeyDown={handleKeyDown}
        onContextMenu={handleContextMenu}
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
            onFocus={() => setStop(undefined)}
            onChange={props.onToggleAll}
          />
        </div>
        {columns.map((column, i) => {
          const tabIndex = current === i + 1 ? 0 : -1;
          const stopHere = { 'data-stop': '', tabIndex, onFocus: () => setStop(column.id) };
          const direction = props.sort?.columnId === column.id ? props.sort.direction : 'none';
          return (
            <div
              key={column.id}
              role="columnheader"
              data-heading={i}
              aria-colindex={i + 2}
              aria-sort={column.isSortable === true ? direction : undefined}
              className={classes(styles['heading'], column.align === 'end' && styles['end'])}
              {...(column.isSortable === true ? {} : stopHere)}
            >
              {column.isSortable === true ? (
                <button
                  type="button"
                  {...stopHere}
                  data-direction={direction}
                  className={styles['sort']}
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
        {isNear && onOrder !== undefined && (
          <Suspense fallback={null}>
            <ColumnMover columns={columns} onOrder={onOrder} />
          </Suspense>
        )}
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
