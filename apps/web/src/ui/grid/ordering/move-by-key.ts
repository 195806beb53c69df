import { flushSync } from 'react-dom';
import type { GridColumn } from '../grid-types.ts';
import { moved } from './column-order.ts';

export interface Ordering {
  readonly columns: readonly Pick<GridColumn<never>, 'id' | 'isRowHeader' | 'label'>[];
  /** `ids` of the shown columns, in their new order. */
  readonly onOrder: ((ids: readonly string[], movedId: string) => void) | undefined;
}

export function moveColumn({ columns, onOrder }: Ordering, from: number, to: number): void {
  const ids = columns.map(({ id }) => id);
  const id = ids[from];
  if (id !== undefined && to !== from) onOrder?.(moved(ids, from, to), id);
}

/** The name column stays first. Moving a heading in the DOM takes the focus from it, so the focus is returned. */
export function moveByKey(header: Element, ordering: Ordering, press: { at: number; step: number }): void {
  const { columns } = ordering;
  if (columns[press.at]?.isRowHeader === true) return;
  const to = Math.max(1, Math.min(columns.length - 1, press.at + press.step));
  flushSync(() => moveColumn(ordering, press.at, to));
  header.querySelectorAll<HTMLElement>('[data-stop]')[to + 1]?.focus();
}
