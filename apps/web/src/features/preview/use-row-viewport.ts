import type { RefObject } from 'react';
import { useGridViewport, useMeasuredSize } from '../../ui/grid/index.ts';

interface RowParts {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly header: RefObject<HTMLElement | null>;
}

interface Rows {
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly hasHeader: boolean;
}

/** The visible rows of a scroller whose rows all have the same height. */
export function useRowViewport(parts: RowParts, { rowCount, rowHeight, hasHeader }: Rows) {
  const size = useMeasuredSize(parts, hasHeader);
  const viewport = useGridViewport(parts, {
    size,
    rowCount,
    rowHeight,
    initialFocusIndex: undefined,
    initialScrollTop: undefined,
    onWindow: undefined,
  });
  return { size, viewport };
}
