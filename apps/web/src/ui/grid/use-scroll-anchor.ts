import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { GridBaseProps } from './grid-types.ts';
import { rowsMoved } from './rows-moved.ts';
import type { GridViewport } from './use-grid-viewport.ts';

/**
 * Keeps the visible rows in place when rows above them are added or removed. At the top, new rows are shown instead.
 */
export function useScrollAnchor<Row>(
  props: Pick<GridBaseProps<Row>, 'getRow' | 'rowKey' | 'rowCount'>,
  viewport: GridViewport,
): void {
  const before = useRef<ReadonlyMap<number, string>>(new Map());
  const follow = useEffectEvent(() => {
    const { first, last } = viewport.shown;
    const keyAt = (index: number): string | undefined => {
      const row = index >= 0 && index < props.rowCount ? props.getRow(index) : undefined;
      return row === undefined ? undefined : props.rowKey(row);
    };
    const moved = viewport.scrollTop() === 0 ? 0 : rowsMoved(before.current, keyAt);
    if (moved !== 0) viewport.shift(moved);
    const now = new Map<number, string>();
    for (let index = first + moved; index <= last + moved; index += 1) {
      const key = keyAt(index);
      if (key !== undefined) now.set(index, key);
    }
    before.current = now;
  });
  useLayoutEffect(() => follow());
}
