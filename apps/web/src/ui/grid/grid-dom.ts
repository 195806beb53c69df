import { CONTROLS } from './grid-place.ts';

export function isOnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

export function rowElement(grid: Element | null, index: number): HTMLElement | undefined {
  return grid?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? undefined;
}

/** Focuses a row, or the control in one of its cells. Never scrolls. */
export function focusRow(grid: Element | null, index: number, cell: number): void {
  const row = rowElement(grid, index);
  const place = cell < 0 ? undefined : row?.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
  const control = place?.querySelector<HTMLElement>(CONTROLS);
  if (place && !control) place.tabIndex = -1;
  (control ?? place ?? row)?.focus({ preventScroll: true });
}
