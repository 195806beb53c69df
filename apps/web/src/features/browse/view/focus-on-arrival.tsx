import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { GridHandle } from '../../../ui/grid/index.ts';

interface FocusOnArrivalProps {
  readonly grid: RefObject<GridHandle | null>;
  readonly index: number;
}

/** Focuses the item that had the focus in the other view. Mount it next to the list. */
export function FocusOnArrival({ grid, index }: FocusOnArrivalProps) {
  const focus = useEffectEvent(() => grid.current?.focus(index));
  // React forbids synchronous rendering within an effect.
  useEffect(() => queueMicrotask(() => focus()), []);
  return null;
}
