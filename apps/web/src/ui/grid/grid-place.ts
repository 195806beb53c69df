import type { RowPart } from './grid-click.ts';

export const CONTROLS = 'a[href],button,input,select,textarea,[role="button"],[role="switch"]';

export interface RowPlace {
  readonly index: number;
  readonly part: RowPart;
  readonly cell: number;
}

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

function partOf(target: Element, row: Element): RowPart {
  const marked = target.closest('[data-part]')?.getAttribute('data-part');
  if (marked === 'open' || marked === 'check' || marked === 'menu') return marked;
  const control = target.closest(CONTROLS);
  return control !== null && row.contains(control) ? 'control' : 'row';
}
