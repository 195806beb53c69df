import type { DragEvent, ReactNode, Ref } from 'react';
import type { RangeSet } from '../../lib/ranges/range-set.ts';
import type { GridRequestName } from './grid-keys.ts';
import type { TileSize } from './tiles/tile-layout.ts';
import type { GridViewport } from './use-grid-viewport.ts';

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** A CSS grid track, such as `7rem`; an equal share when absent. */
  readonly width?: string;
  readonly isSortable?: boolean;
  readonly firstDirection?: GridSort['direction'];
  readonly isRowHeader?: boolean;
  /** Hidden when the grid is narrower, in pixels. */
  readonly hideBelow?: number;
  /**
   * A method, for its bivariance: a memoized row takes columns of any row type. `isPlain`: see [Note: Plain rows].
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
  /** The current selection; the owner's state may lag by a render. */
  readonly selection: RangeSet;
  /** As it was before the row was selected for this. */
  readonly before: RangeSet;
  /** Where the overlay is anchored and the focus returns. */
  readonly anchor: HTMLElement | undefined;
  readonly point: { readonly x: number; readonly y: number } | undefined;
}

export interface GridDrag<Row> {
  /** Fills the drag data. The dragged row is selected by then. */
  readonly onStart?: (index: number, transfer: DataTransfer, selection: RangeSet) => void;
  readonly onEnd?: () => void;
  readonly isTarget: (index: number, row: Row, transfer: DataTransfer) => boolean;
  readonly onOver?: (index: number, event: DragEvent<HTMLElement>) => void;
  readonly onDrop: (index: number, event: DragEvent<HTMLElement>) => void;
}

export interface GridHandle {
  readonly reveal: (index: number) => void;
  readonly focus: (index: number) => void;
  /** Pixels at true height; restored by `initialScrollTop`. */
  readonly scrollTop: () => number;
  readonly focusedIndex: () => number;
  /** For keys pressed outside the grid. True when handled. */
  readonly press: (event: KeyboardEvent) => boolean;
}

/** Shared by the list and the tiles. */
export interface GridBaseProps<Row> {
  readonly ref?: Ref<GridHandle>;
  readonly rowCount: number;
  /** False while the count is an estimate; ARIA then reports it as unknown. */
  readonly isCountKnown?: boolean;
  readonly getRow: (index: number) => Row | undefined;
  /** Stable when the row moves, so that the focus follows it. */
  readonly rowKey: (row: Row) => string;
  readonly rowLabel: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** Renders the name as a link, so that a middle click works. */
  readonly rowHref?: (row: Row) => string;
  readonly labels: GridLabels;
  /** The rows to load, both included. Debounced during jumps. */
  readonly onWindow?: (first: number, last: number) => void;
  readonly selection: RangeSet;
  readonly onSelectionChange: (selection: RangeSet) => void;
  readonly onOpen: (index: number) => void;
  readonly onAction?: (name: GridActionName, index: number, details: GridActionDetails) => void;
  /** What a character does as a shortcut. Undefined when it only begins a name. */
  readonly shortcutOf?: (key: string) => (() => void) | undefined;
  /** Finds the row that begins with `prefix`, starting at `from`; must not reject. */
  readonly onTypeAhead?: (prefix: string, from: number) => Promise<number | undefined>;
  readonly onFocusChange?: (index: number) => void;
  readonly initialFocusIndex?: number;
  readonly initialScrollTop?: number;
  readonly isBusy?: boolean;
  readonly editingIndex?: number | undefined;
  /** Replaces the name cell; must focus itself. */
  readonly renderEditor?: (row: Row, index: number) => ReactNode;
  readonly drag?: GridDrag<Row>;
  readonly empty?: ReactNode;
}

/** Where the heading of a group is placed. */
export interface HeadingPlace {
  /** In lines: rows and headings. */
  readonly lines: GridViewport;
  readonly firstShown: number;
  readonly cellCount: number;
  readonly onGo: (index: number) => void;
}

/** Headings between the rows, as tall as a row. Made by `groups/`. */
export interface GridGroups {
  readonly lineCount: number;
  readonly lineOf: (index: number) => number;
  /** The row at a line, or the first below a heading. */
  readonly indexAt: (line: number) => number;
  readonly viewportOf: (lines: GridViewport) => GridViewport;
  readonly headingBefore: (index: number, place: HeadingPlace) => ReactNode;
}

export interface ColumnMenuRequest {
  /** Those that are shown. */
  readonly columns: readonly Pick<GridColumn<never>, 'id' | 'isRowHeader' | 'label'>[];
  readonly at: number;
  readonly anchor: { readonly x: number; readonly y: number } | { readonly element: Element };
}

export interface GridProps<Row> extends GridBaseProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rowHeight: number;
  readonly groups?: GridGroups | undefined;
  /** In pixels, of columns that a person has sized. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  readonly onWidths?: ((widths: Readonly<Record<string, number>>) => void) | undefined;
  /** The shown columns in their new order. */
  readonly onOrder?: ((ids: readonly string[], movedId: string) => void) | undefined;
  readonly onColumnMenu?: ((asked: ColumnMenuRequest) => void) | undefined;
  readonly sort?: GridSort;
  readonly onSort?: (sort: GridSort) => void;
}

/** What a tile shows of a row. Methods, for the same reason as `GridColumn.render`. */
export interface TileContent<Row> {
  /** Fills a box of fixed height. */
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
