import type { ReactNode, Ref } from 'react';
import type { RangeSet } from '../../lib/range-set.ts';
import type { GridRequestName } from './grid-keys.ts';

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** A track of CSS grid, such as `7rem` or `minmax(12rem, 1fr)`; an equal share when absent. */
  readonly width?: string;
  readonly isSortable?: boolean;
  /** The cell that names the row, and that opens it. */
  readonly isRowHeader?: boolean;
  /** Not there when the grid is narrower than so many pixels. */
  readonly hideBelow?: number;
  /** A method, so that a row drawn from memory may take columns of any row. */
  render(row: Row, index: number): ReactNode;
}

export interface GridSort {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

/** Every text of the grid; functions get the row's name. */
export interface GridLabels {
  readonly grid: string;
  readonly loading: string;
  readonly selectAll: string;
  readonly actionsColumn: string;
  readonly selectRow: (name: string) => string;
  readonly rowActions: (name: string) => string;
}

export type GridActionName = Exclude<GridRequestName, 'open'>;

export interface GridActionDetails {
  /** The selection as it is now, which the owner's own state may not show before the next render. */
  readonly selection: RangeSet;
  /** What an overlay stands beside, and where the focus returns: the menu button, or the row. */
  readonly anchor: HTMLElement | undefined;
  /** Where the pointer was, when it was one. */
  readonly point: { readonly x: number; readonly y: number } | undefined;
}

export interface GridDrag<Row> {
  /** Fills the transfer when rows are dragged. The row that was taken is selected by then. */
  readonly onStart?: (index: number, transfer: DataTransfer, selection: RangeSet) => void;
  readonly onEnd?: () => void;
  readonly isTarget: (index: number, row: Row, transfer: DataTransfer) => boolean;
  /** For each move over a target; sets `dropEffect`. */
  readonly onOver?: (index: number, transfer: DataTransfer) => void;
  readonly onDrop: (index: number, transfer: DataTransfer) => void;
}

export interface GridHandle {
  /** Scrolls as little as shows the row. */
  readonly reveal: (index: number) => void;
  /** Reveals the row and gives it the focus. */
  readonly focus: (index: number) => void;
  /** Pixels above what is seen, in the true height of the list; to be restored by `initialScrollTop`. */
  readonly scrollTop: () => number;
  readonly focusedIndex: () => number;
}

export interface GridProps<Row> {
  readonly ref?: Ref<GridHandle>;
  readonly rowCount: number;
  /** False while the number is a guess: readers are told that it is unknown. */
  readonly isCountKnown?: boolean;
  /** Undefined for a row that is not there yet. */
  readonly getRow: (index: number) => Row | undefined;
  /** The same for the same row, wherever it moves: the focus goes with it. */
  readonly rowKey: (row: Row) => string;
  /** The whole row in words: name, kind, size, date, state. */
  readonly rowLabel: (row: Row) => string;
  /** The name alone, for boxes, menus and typing ahead. */
  readonly rowName: (row: Row) => string;
  /** Makes the name a link, so that the middle button opens a tab. */
  readonly rowHref?: (row: Row) => string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowHeight: number;
  readonly labels: GridLabels;
  readonly sort?: GridSort;
  readonly onSort?: (sort: GridSort) => void;
  /** The rows to have, both included. Called when they change, and with a short rest during jumps. */
  readonly onWindow?: (first: number, last: number) => void;
  readonly selection: RangeSet;
  readonly onSelectionChange: (selection: RangeSet) => void;
  readonly onOpen: (index: number) => void;
  readonly onAction?: (name: GridActionName, index: number, details: GridActionDetails) => void;
  /** A single character (`n`, `/`, `?`). True when it meant something; else it begins typing ahead. */
  readonly onKey?: (key: string, index: number) => boolean;
  /** Finds the row that begins with the prefix, from row `from` on, and never rejects. Absent: searches what is there. */
  readonly onTypeAhead?: (prefix: string, from: number) => Promise<number | undefined>;
  readonly onFocusChange?: (index: number) => void;
  readonly initialFocusIndex?: number;
  readonly initialScrollTop?: number;
  readonly isBusy?: boolean;
  readonly editingIndex?: number | undefined;
  /** Takes the place of the naming cell; it focuses itself. */
  readonly renderEditor?: (row: Row, index: number) => ReactNode;
  readonly drag?: GridDrag<Row>;
  /** Shown when there are no rows and none are awaited. */
  readonly empty?: ReactNode;
}

declare module 'react' {
  interface CSSProperties {
    // Custom properties are set by the grid for its own style sheet.
    [property: `--grid-${string}`]: string | number | undefined;
  }
}
