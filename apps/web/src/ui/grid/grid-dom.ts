import type { RowPart } from './grid-click.ts';

/** What inside a cell answers clicks and keys by itself. */
const CONTROLS = 'a[href],button,input,select,textarea,[role="button"],[role="switch"]';

export interface RowPlace {
  readonly index: number;
  readonly part: RowPart;
  /** From 0; -1 for the row itself. */
  readonly cell: number;
}

/** Which row, cell and part of it an element of the grid belongs to; undefined outside rows and in an editor. */
export function placeOf(target: EventTarget | null): RowPlace | undefined {
  if (!(target instanceof Element) || isInEditor(target)) return undefined;
  const row = target.closest<HTMLElement>('[data-row]');
  if (row === null) return undefined;
  const cell = target.closest<HTMLElement>('[data-cell]');
  return {
    index: Number(row.dataset['row']),
    part: partOf(target, row),
    cell: cell === null ? -1 : Number(cell.dataset['cell']),
  };
}

export function isInEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-grid-editor]') !== null;
}

/** A control inside a cell, as opposed to the row or the cell itself. */
export function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

export function rowElement(grid: Element | null, index: number): HTMLElement | undefined {
  return grid?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? undefined;
}

/** Gives the focus to a row, or to what a cell of it holds. Never scrolls: revealing is the viewport's work. */
export function focusRow(grid: Element | null, index: number, cell: number): void {
  const row = rowElement(grid, index);
  const place = cell < 0 ? undefined : row?.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
  const control = place?.querySelector<HTMLElement>(CONTROLS);
  if (place && !control) place.tabIndex = -1;
  (control ?? place ?? row)?.focus({ preventScroll: true });
}

function partOf(target: Element, row: Element): RowPart {
  const marked = target.closest('[data-part]')?.getAttribute('data-part');
  if (marked === 'open' || marked === 'check' || marked === 'menu') return marked;
  const control = target.closest(CONTROLS);
  return control !== null && row.contains(control) ? 'control' : 'row';
}
