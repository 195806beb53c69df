import type { GridColumn } from '../grid-types.ts';
import { tracksOf } from './tracks.ts';
import { fitted, KEY_STEP, sizedByKey, type Widths } from './column-sizes.ts';

const TRACKS = '--grid-tracks';

export type Columns = readonly Pick<GridColumn<never>, 'id' | 'isRowHeader' | 'width'>[];

export interface Sizing {
  readonly columns: Columns;
  /** Columns that the person has resized. */
  readonly widths: Widths | undefined;
  readonly onWidths: (widths: Widths) => void;
}

/** The current widths of the columns, measured in the header. */
export function measuredWidths(header: Element, columns: Columns): Widths {
  const cells = header.querySelectorAll('[data-heading]');
  return Object.fromEntries(columns.map(({ id }, at) => [id, cells[at]?.getBoundingClientRect().width ?? 0]));
}

/** Bypasses React, which would render all rows at each step of the drag. */
export function showWidths(header: Element, { columns, widths }: Sizing, draft: Widths = {}): void {
  header
    .closest<HTMLElement>('[role="grid"]')
    ?.style.setProperty(TRACKS, tracksOf(columns, { ...widths, ...draft }));
}

export function fitColumns(header: Element, sizing: Sizing, at: number): void {
  const { columns, widths, onWidths } = sizing;
  const fit = (column: number): number => widestCell(header, columns, column);
  const found = fitted(columns, at, fit);
  showWidths(header, sizing);
  onWidths({ ...widths, ...found });
}

/** Resizes the column `at` by a key on its heading. */
export function sizeByKey(header: Element, sizing: Sizing, press: { at: number; isWider: boolean }): void {
  const by = press.isWider ? KEY_STEP : -KEY_STEP;
  const found = sizedByKey(sizing.columns, measuredWidths(header, sizing.columns), { at: press.at, by });
  sizing.onWidths({ ...sizing.widths, ...found });
}

export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/** Each row is a separate CSS grid, so the widest cell is measured among the mounted rows. */
function widestCell(header: Element, columns: Columns, at: number): number {
  const grid = header.closest<HTMLElement>('[role="grid"]');
  if (grid === null) return 0;
  const tracks = columns.map((column, each) => (each === at ? { ...column, width: 'max-content' } : column));
  grid.style.setProperty(TRACKS, tracksOf(tracks));
  const cells = grid.querySelectorAll(`[data-cell="${at + 1}"],[data-heading="${at}"]`);
  return Math.ceil(Math.max(0, ...[...cells].map((cell) => cell.getBoundingClientRect().width)));
}
