import { CONTROLS } from './grid-place.ts';

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
