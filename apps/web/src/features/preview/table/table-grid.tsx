/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are positioned absolutely, which removes the meaning of table elements; roles restore it. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { physicalHeight } from '../../../lib/ranges/scaled-scroll.ts';
import { useCoarsePointer } from '../../../ui/grid/index.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { type Cell, cellAfter } from './cell-keys.ts';
import { type ColumnLayout, columnWindow, layoutOf } from './columns.ts';
import type { Column, Order } from './csv-table.ts';
import { useRowViewport } from '../use-row-viewport.ts';
import styles from './table.module.css';
import { useText } from './texts.ts';
import type { Table } from './use-table.ts';

interface TableGridProps {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly label: string;
  readonly sort: Order['sort'];
  readonly onSort: (column: number) => void;
  readonly cell: Cell;
  readonly onCell: (cell: Cell) => void;
}

const ROW_PX = { fine: 32, coarse: 44 };
const OVERSCAN_PX = 200;

/** A table of up to a million rows: renders only visible cells, and is one tab stop. */
export function TableGrid({ table, columns, label, sort, onSort, cell, onCell }: TableGridProps) {
  const text = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const rowHeight = useCoarsePointer() ? ROW_PX.coarse : ROW_PX.fine;
  const { rowCount } = table;
  const { size, viewport } = useRowViewport(
    { scroller, header },
    { rowCount, rowHeight, hasHeader: columns.length > 0 },
  );
  const { shown } = viewport;
  const layout = layoutOf(columns, table.total);
  const [left, setLeft] = useState(0);
  const visibleColumns = columnWindow(layout, left - OVERSCAN_PX, size.width + 2 * OVERSCAN_PX);
  useEffect(() => {
    if (shown.last >= shown.first) table.need(shown.first, Math.min(shown.last, rowCount - 1));
  });
  const show = (next: Cell): void => {
    onCell(next);
    if (next.row >= 0) viewport.reveal(next.row);
    if (scroller.current !== null) revealColumn(scroller.current, layout, next.column);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && cell.row < 0) onSort(cell.column);
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const pageRows = Math.max(1, Math.floor(size.height / rowHeight) - 1);
    const bounds = { rows: rowCount, columns: columns.length, pageRows, isRightToLeft };
    const next = event.altKey ? undefined : cellAfter(cell, event, bounds);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  };
  const rows = Array.from({ length: Math.max(0, shown.last - shown.first + 1) }, (_, at) => shown.first + at);
  const end = layout.edges.at(-1) ?? 0;
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={idOf(cell)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the table is a single tab stop
      tabIndex={0}
      className={styles['grid']}
      onKeyDown={handleKey}
      {...viewport.events}
      onScroll={(event) => {
        viewport.events.onScroll();
        // `scrollLeft` is negative in a right-to-left layout.
        setLeft(Math.abs(event.currentTarget.scrollLeft));
      }}
    >
      <div ref={header} role="row" aria-rowindex={1} className={styles['header']} style={{ inlineSize: end }}>
        <div role="columnheader" className={styles['number']} style={{ inlineSize: layout.numberWidth }}>
          <span aria-hidden="true">#</span>
          <span className="visually-hidden">{text('table.row')}</span>
        </div>
        {columns.slice(visibleColumns.first, visibleColumns.last + 1).map((column, at) => {
          const index = visibleColumns.first + at;
          return (
            <HeaderCell
              key={index}
              column={column}
              index={index}
              place={placeOf(layout, index)}
              isActive={cell.row === -1 && cell.column === index}
              sort={sort?.column === index ? (sort.isDown ? 'descending' : 'ascending') : undefined}
              onPress={() => {
                onCell({ row: -1, column: index });
                onSort(index);
              }}
            />
          );
        })}
      </div>
      <div
        role="rowgroup"
        className={styles['rows']}
        style={{ blockSize: physicalHeight(viewport.geometry), inlineSize: end }}
      >
        {rows.map((place) => (
          <Row
            key={place}
            place={place}
            row={table.row(place)}
            top={place * rowHeight + shown.offset}
            height={rowHeight}
            width={end}
            {...{ columns, layout, visibleColumns, cell, onCell }}
          />
        ))}
      </div>
    </div>
  );
}

interface HeaderCellProps {
  readonly column: Column;
  readonly index: number;
  readonly place: ReturnType<typeof placeOf>;
  readonly isActive: boolean;
  readonly sort: 'ascending' | 'descending' | undefined;
  readonly onPress: () => void;
}

function HeaderCell({ column, index, place, isActive, sort, onPress }: HeaderCellProps) {
  const text = useText();
  const name = column.name === '' ? text('table.column', { number: index + 1 }) : visible(column.name);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and handles the keys
    <div
      id={idOf({ row: -1, column: index })}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={sort ?? 'none'}
      data-active={isActive || undefined}
      data-number={column.isNumber || undefined}
      className={styles['name']}
      style={place}
      title={name}
      onClick={onPress}
    >
      <bdi>{name}</bdi>
      {sort !== undefined && <Icon of={sort === 'ascending' ? ArrowUp : ArrowDown} size={16} />}
    </div>
  );
}

interface RowProps extends Pick<TableGridProps, 'columns' | 'cell' | 'onCell'> {
  readonly place: number;
  readonly row: ReturnType<Table['row']>;
  readonly top: number;
  readonly height: number;
  readonly width: number;
  readonly layout: ColumnLayout;
  readonly visibleColumns: ReturnType<typeof columnWindow>;
}

function Row({ place, row, top, height, width, layout, visibleColumns, columns, cell, onCell }: RowProps) {
  const { number } = useFormats();
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={styles['row']}
      style={{ insetBlockStart: top, blockSize: height, inlineSize: width }}
    >
      <div role="rowheader" className={styles['number']} style={{ inlineSize: layout.numberWidth }}>
        {row !== undefined && number(row.number)}
      </div>
      {columns.slice(visibleColumns.first, visibleColumns.last + 1).map((column, at) => {
        const index = visibleColumns.first + at;
        const isActive = cell.row === place && cell.column === index;
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and handles the keys
          <div
            key={index}
            id={idOf({ row: place, column: index })}
            role="gridcell"
            aria-colindex={index + 2}
            aria-selected={isActive}
            data-active={isActive || undefined}
            data-number={column.isNumber || undefined}
            className={styles['cell']}
            style={placeOf(layout, index)}
            onClick={() => onCell({ row: place, column: index })}
          >
            <bdi>{visible(row?.cells[index] ?? '')}</bdi>
          </div>
        );
      })}
    </div>
  );
}

function placeOf({ edges }: ColumnLayout, column: number) {
  const start = edges[column] ?? 0;
  return { insetInlineStart: start, inlineSize: (edges[column + 1] ?? start) - start };
}

function idOf({ row, column }: Cell): string {
  return `table-${row}-${column}`;
}

/** Replaces control characters with visible symbols. */
export function visible(cell: string): string {
  return cell.replaceAll(/[^\P{Cc}\t\n\r]/gu, (control) => {
    const code = control.charCodeAt(0);
    return code < 0x20 ? String.fromCodePoint(0x24_00 + code) : '\ufffd';
  });
}

function revealColumn(scroller: HTMLElement, { edges, numberWidth }: ColumnLayout, column: number): void {
  const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
  const left = Math.abs(scroller.scrollLeft);
  const start = (edges[column] ?? 0) - numberWidth;
  const end = edges[column + 1] ?? 0;
  const next = start < left ? start : Math.max(left, end - scroller.clientWidth);
  if (next !== left) scroller.scrollTo({ left: sign * next, behavior: 'instant' });
}
