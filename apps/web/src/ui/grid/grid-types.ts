import type { DragEvent, ReactNode, Ref } from 'react';
import type { RangeSet } from '../../lib/ranges/range-set.ts';
import type { GridRequestName } from './grid-keys.ts';
import type { TileSize } from './tiles/tile-layout.ts';
import type { GridViewport } from './use-grid-viewport.ts';

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** A CSS grid track, such as `7rem`. Without it, the column gets an equal share. */
  readonly width?: string;
  readonly isSortable?: boolean;
  readonly firstDirection?: GridSort['direction'];
  readonly isRowHeader?: boolean;
  /** The column is hidden if the grid is narrower than this, in pixels. */
  readonly hideBelow?: number;
  /**
   * A method, because its parameter is bivariant: a memoized row takes columns of any row type. `isPlain`: see [Note:
   * Plain rows].
   */
  render(row: Row, isPlain: boolean): ReactNode;
}

export interface GridSort {
  readonly columnId: string;
  readonly direction: 'ascending' | 'descending';
}

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
  /** The current selection. The owner's state may be one render behind. */
  readonly selection: RangeSet;
  /** The selection before the action selected its row. */
  readonly before: RangeSet;
  /** The element to which the overlay is anchored and the focus returns. */
  readonly anchor: HTMLElement | undefined;
  readonly point: { readonly x: number; readonly y: number } | undefined;
}

export interface GridDrag<Row> {
  /** Fills the drag data. By then, the dragged row is selected. */
  readonly onStart?: (index: number, transfer: DataTransfer, selection: RangeSet) => void;
  readonly onEnd?: () => void;
  readonly isTarget: (index: number, row: Row, transfer: DataTransfer) => boolean;
  readonly onOver?: (index: number, event: DragEvent<HTMLElement>) => void;
  readonly onDrop: (index: number, event: DragEvent<HTMLElement>) => void;
}

export interface GridHandle {
  readonly reveal: (index: number) => void;
  readonly focus: (index: number) => void;
  /** In pixels of the unscaled list; restored by `initialScrollTop`. */
  readonly scrollTop: () => number;
  readonly focusedIndex: () => number;
  /** Handles a key that was pressed outside the grid. True if the key was used. */
  readonly press: (event: KeyboardEvent) => boolean;
}

/** Props that the list and the tiles share. */
export interface GridBaseProps<Row> {
  readonly ref?: Ref<GridHandle>;
  readonly rowCount: number;
  /** False while the count is an estimate. ARIA then reports it as unknown. */
  readonly isCountKnown?: boolean;
  readonly getRow: (index: number) => Row | undefined;
  /** Must stay the same when the row moves, so that the focus follows the row. */
  readonly rowKey: (row: Row) => string;
  readonly rowLabel: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** If given, the name is a link, so that a middle click works. */
  readonly rowHref?: (row: Row) => string;
  readonly labels: GridLabels;
  /** Reports the rows to load, first and last included. Debounced during jumps. */
  readonly onWindow?: (first: number, last: number) => void;
  readonly selection: RangeSet;
  readonly onSelectionChange: (selection: RangeSet) => void;
  readonly onOpen: (index: number) => void;
  readonly onAction?: (name: GridActionName, index: number, details: GridActionDetails) => void;
  /** Returns the action of a shortcut. Undefined for a character that only begins a name. */
  readonly shortcutOf?: (key: string) => (() => void) | undefined;
  /** Finds the first row from `from` on whose name begins with `prefix`. Must not reject. */
  readonly onTypeAhead?: (prefix: string, from: number) => Promise<number | undefined>;
  readonly onFocusChange?: (index: number) => void;
  readonly initialFocusIndex?: number;
  readonly initialScrollTop?: number;
  readonly isBusy?: boolean;
  readonly editingIndex?: number | undefined;
  /** Renders an editor in place of the name cell. It must focus itself. */
  readonly renderEditor?: (row: Row, index: number) => ReactNode;
  readonly drag?: GridDrag<Row>;
  readonly empty?: ReactNode;
}

/** What the grid gives a group heading, so that it can place itself. */
export interface HeadingPlace {
  /** A viewport in lines, which are rows and headings. */
  readonly lines: GridViewport;
  readonly firstShown: number;
  readonly cellCount: number;
  readonly onGo: (index: number) => void;
}

/** Headings between the rows, as tall as a row. `groups/` creates this. */
export interface GridGroups {
  readonly lineCount: number;
  readonly lineOf: (index: number) => number;
  /** The row at a line. For the line of a heading, the first row below it. */
  readonly indexAt: (line: number) => number;
  readonly viewportOf: (lines: GridViewport) => GridViewport;
  readonly headingBefore: (index: number, place: HeadingPlace) => ReactNode;
}

export interface ColumnMenuRequest {
  /** The shown columns. */
  readonly columns: readonly Pick<GridColumn<never>, 'id' | 'isRowHeader' | 'label'>[];
  readonly at: number;
  readonly anchor: { readonly x: number; readonly y: number } | { readonly element: Element };
}

export interface GridProps<Row> extends GridBaseProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rowHeight: number;
  readonly groups?: GridGroups | undefined;
  /** Widths in pixels, of the columns that the person has resized. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  readonly onWidths?: ((widths: Readonly<Record<string, number>>) => void) | undefined;
  /** Receives the ids of the shown columns in their new order. */
  readonly onOrder?: ((ids: readonly string[], movedId: string) => void) | undefined;
  readonly onColumnMenu?: ((asked: ColumnMenuRequest) => void) | undefined;
  readonly sort?: GridSort;
  readonly onSort?: (sort: GridSort) => void;
}

/** What a tile shows of a row. These are methods for the same reason as `GridColumn.render`. */
export interface TileContent<Row> {
  /** Must fill a box of fixed height. */
  picture(row: Row, isPlain: boolean): ReactNode;
  name(row: Row): ReactNode;
  facts(row: Row, isPlain: boolean): ReactNode;
}

export interface TileGridProps<Row> extends GridBaseProps<Row> {
  readonly content: TileContent<Row>;
  readonly size: TileSize;
}

declare module 'react' {
  interface CSSProperties {
    [property: `--grid-${string}`]: string | number | undefined;
  }
}
