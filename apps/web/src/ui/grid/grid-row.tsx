/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are positioned absolutely, which removes the meaning of table elements; roles restore it. */
import { memo, type ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './grid.module.css';
import type { GridColumn, GridLabels } from './grid-types.ts';

export interface GridRowProps<Row> {
  readonly index: number;
  /** Number of rows and headings above this row. */
  readonly line: number;
  readonly row: Row | undefined;
  readonly columns: readonly GridColumn<Row>[];
  readonly labels: GridLabels;
  rowLabel(row: Row): string;
  rowName(row: Row): string;
  rowHref?(row: Row): string;
  readonly top: number;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  /** Whether the row is scrolled out of the window. It stays mounted because it has the focus. */
  readonly isAway: boolean;
  readonly isDropTarget: boolean;
  readonly isDraggable: boolean;
  /** See [Note: Plain rows]. */
  readonly isPlain: boolean;
  readonly editor: ReactNode;
}

function Row<Row>(props: GridRowProps<Row>) {
  const { index, row, columns, labels, isSelected } = props;
  const isLoading = row === undefined;
  const name = isLoading ? '' : props.rowName(row);
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={props.line + 2}
      aria-selected={isSelected}
      aria-label={isLoading ? labels.loading : props.rowLabel(row)}
      tabIndex={props.isTabStop ? 0 : -1}
      draggable={props.isDraggable || undefined}
      data-drop={props.isDropTarget || undefined}
      data-away={props.isAway || undefined}
      data-plain={props.isPlain || undefined}
      className={styles['row']}
      style={{ insetBlockStart: props.top }}
    >
      <div role="gridcell" aria-colindex={1} data-cell={0} data-part="check" className={styles['check']}>
        <input
          type="checkbox"
          tabIndex={-1}
          readOnly
          checked={isSelected}
          aria-label={isLoading ? labels.loading : labels.selectRow(name)}
        />
      </div>
      {columns.map((column, i) => (
        <div
          key={column.id}
          role={column.isRowHeader === true && !isLoading ? 'rowheader' : 'gridcell'}
          aria-colindex={i + 2}
          data-cell={i + 1}
          className={classes(styles['cell'], column.align === 'end' && styles['end'])}
        >
          {isLoading ? (
            <span aria-hidden="true" className={styles['skeleton']} />
          ) : (
            cellContent(props, column, row)
          )}
        </div>
      ))}
      <div
        role="gridcell"
        aria-colindex={columns.length + 2}
        data-cell={columns.length + 1}
        className={styles['actions']}
      >
        {isLoading ? undefined : (
          <button
            type="button"
            tabIndex={-1}
            data-part="menu"
            aria-haspopup="menu"
            aria-label={labels.rowActions(name)}
            className={styles['more']}
          >
            <span aria-hidden="true" className={styles['dots']} />
          </button>
        )}
      </div>
    </div>
  );
}

function cellContent<Row>(props: GridRowProps<Row>, column: GridColumn<Row>, row: Row): ReactNode {
  const content = column.render(row, props.isPlain);
  if (column.isRowHeader !== true) return content;
  if (props.editor !== undefined) {
    return (
      <span data-grid-editor="" className={styles['editor']}>
        {props.editor}
      </span>
    );
  }
  const common = { tabIndex: -1, className: styles['open'], 'data-part': 'open' };
  if (props.rowHref === undefined) {
    return (
      <button type="button" {...common}>
        {content}
      </button>
    );
  }
  return (
    <a href={props.rowHref(row)} draggable={false} {...common}>
      {content}
    </a>
  );
}

function isSameRow<Row>(before: GridRowProps<Row>, after: GridRowProps<Row>): boolean {
  const { columns: columnsBefore, ...restBefore } = before;
  const { columns, ...rest } = after;
  return (
    columns.length === columnsBefore.length &&
    columns.every((column, i) => column === columnsBefore[i]) &&
    Object.entries(rest).every(([name, value]) => Object.is(value, Reflect.get(restBefore, name)))
  );
}

export const GridRow = memo(Row, isSameRow);
