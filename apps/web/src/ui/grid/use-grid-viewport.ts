import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  nextRowWindow,
  positionAt,
  revealed,
  type RowWindow,
  rowWindow,
  SCROLL_START,
  type ScrollGeometry,
  type ScrollPosition,
  scrolledTo,
  settled,
} from '../../lib/ranges/scaled-scroll.ts';
import { useDrawnRows } from './scrolling/use-drawn-rows.ts';
import type { MeasuredSize } from './use-measured-size.ts';

const ROWS_MAX = 60;
const REST_MS = 160;
const JUMP_REST_MS = 80;

interface ViewportRefs {
  readonly scroller: RefObject<HTMLElement | null>;
}

interface ViewportOptions {
  readonly size: MeasuredSize;
  readonly rowCount: number;
  readonly rowHeight: number;
  /** Items in one row. When the number changes, the same items stay visible. */
  readonly perRow?: number;
  readonly rowsMax?: number;
  readonly initialFocusIndex: number | undefined;
  readonly initialScrollTop: number | undefined;
  readonly onWindow: ((first: number, last: number) => void) | undefined;
}

interface Shown {
  readonly first: number;
  readonly last: number;
  readonly offset: number;
}

export interface GridViewport {
  readonly geometry: ScrollGeometry;
  readonly shown: Shown;
  /** See [Note: Plain rows]. */
  readonly isDrawn: (line: number) => boolean;
  readonly reveal: (index: number) => void;
  readonly scrollTop: () => number;
  /** Moves the position by whole rows. */
  readonly shift: (rows: number) => void;
  readonly events: {
    readonly onScroll: () => void;
    readonly onWheel: () => void;
    readonly onTouchStart: () => void;
    readonly onTouchEnd: () => void;
    readonly onTouchCancel: () => void;
  };
}

/** See [Note: Scaled scrolling]. */
export function useGridViewport({ scroller }: ViewportRefs, options: ViewportOptions): GridViewport {
  const { rowCount, rowHeight, size } = options;
  const position = useRef<ScrollPosition>(SCROLL_START);
  const gesture = useRef({ wheelAt: Number.NEGATIVE_INFINITY, isTouched: false, rest: 0 });
  const geometry: ScrollGeometry = {
    rowCount,
    rowHeight,
    viewportHeight: Math.min(size.height, Math.max(rowHeight, size.height - size.covered)),
  };
  const [shown, setShown] = useState<Shown>({ first: 0, last: -1, offset: 0 });
  const latest = useRef<RowWindow>(shown);
  const drawn = useDrawnRows();

  function show(next: ScrollPosition): void {
    const element = scroller.current;
    position.current = next;
    if (element !== null && Math.abs(element.scrollTop - next.physicalTop) >= 1) {
      element.scrollTo({ top: next.physicalTop, behavior: 'instant' });
      // Browsers round to device pixels, so the actual value is read back.
      position.current = { virtualTop: next.virtualTop, physicalTop: element.scrollTop };
    }
    latest.current = windowAfter(latest.current, options, position.current);
    drawn.onShown(latest.current);
    const { first, last } = latest.current;
    const offset = position.current.physicalTop - position.current.virtualTop;
    setShown((now) =>
      now.first === first && now.last === last && now.offset === offset ? now : { first, last, offset },
    );
  }

  function rest(): void {
    window.clearTimeout(gesture.current.rest);
    gesture.current.rest = window.setTimeout(() => {
      drawn.onRest();
      if (!gesture.current.isTouched) show(settled(geometry, position.current));
    }, REST_MS);
  }

  function handleScroll(): void {
    const scrollTop = scroller.current?.scrollTop ?? 0;
    const isStep = gesture.current.isTouched || performance.now() - gesture.current.wheelAt < REST_MS;
    const next = scrolledTo(geometry, position.current, { scrollTop, isStep });
    if (next === position.current) return;
    drawn.onStep(next.virtualTop - position.current.virtualTop, size.height);
    show(next);
    rest();
  }

  function handleTouchEnd(): void {
    gesture.current.isTouched = false;
    rest();
  }

  usePlacement({ ...options, geometry, position, show });
  useWindowReport(shown, options.onWindow);
  useEffect(() => () => window.clearTimeout(gesture.current.rest), []);

  return {
    geometry,
    shown,
    isDrawn: drawn.isDrawn,
    reveal: (index) => show(revealed(geometry, position.current, index)),
    scrollTop: () => position.current.virtualTop,
    shift: (rows) => show(positionAt(geometry, position.current.virtualTop + rows * rowHeight)),
    events: {
      onScroll: handleScroll,
      onWheel: () => {
        gesture.current.wheelAt = performance.now();
      },
      onTouchStart: () => {
        gesture.current.isTouched = true;
      },
      onTouchEnd: handleTouchEnd,
      onTouchCancel: handleTouchEnd,
    },
  };
}

function windowAfter(
  before: RowWindow,
  { rowCount, rowHeight, size, perRow, rowsMax = ROWS_MAX }: ViewportOptions,
  position: ScrollPosition,
): RowWindow {
  const geometry = { rowCount, rowHeight, viewportHeight: size.height };
  const place = [geometry, position, rowsMax] as const;
  // Rows of tiles already come a few at a time.
  return perRow === undefined ? nextRowWindow(before, [...place]) : rowWindow(...place);
}

interface Placement extends ViewportOptions {
  readonly geometry: ScrollGeometry;
  readonly position: RefObject<ScrollPosition>;
  readonly show: (position: ScrollPosition) => void;
}

function usePlacement(placement: Placement): void {
  const { geometry, position, show, initialFocusIndex, initialScrollTop, perRow = 1 } = placement;
  const placedItemHeight = useRef<number | undefined>(undefined);
  const { rowCount, rowHeight, viewportHeight } = geometry;
  const place = useEffectEvent((now: ScrollGeometry, itemHeight: number) => {
    const before = placedItemHeight.current;
    if (now.viewportHeight === 0 || (before === undefined && now.rowCount === 0)) return;
    placedItemHeight.current = itemHeight;
    if (before !== undefined) {
      show(positionAt(now, (position.current.virtualTop * itemHeight) / before));
      return;
    }
    const start = positionAt(now, initialScrollTop ?? 0);
    show(initialFocusIndex === undefined ? start : revealed(now, start, initialFocusIndex));
  });
  useLayoutEffect(
    () => place({ rowCount, rowHeight, viewportHeight }, rowHeight / perRow),
    [rowCount, rowHeight, viewportHeight, perRow],
  );
}

function useWindowReport({ first, last }: Shown, onWindow: ViewportOptions['onWindow']): void {
  const reported = useRef({ first: 0, last: -1 });
  const report = useEffectEvent((now: Pick<Shown, 'first' | 'last'>) => {
    reported.current = now;
    onWindow?.(now.first, now.last);
  });
  useEffect(() => {
    if (last < first) return undefined;
    const { first: firstBefore, last: lastBefore } = reported.current;
    const isJump = lastBefore >= 0 && (first > lastBefore + 1 || last < firstBefore - 1);
    if (!isJump) {
      report({ first, last });
      return undefined;
    }
    const timer = window.setTimeout(() => report({ first, last }), JUMP_REST_MS);
    return () => window.clearTimeout(timer);
  }, [first, last]);
}
