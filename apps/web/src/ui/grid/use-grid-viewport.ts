import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  positionAt,
  revealed,
  rowWindow,
  SCROLL_START,
  type ScrollGeometry,
  type ScrollPosition,
  scrolledTo,
  settled,
} from '../../lib/scaled-scroll.ts';

const ROWS_MAX = 60;
const REST_MS = 160;
const JUMP_REST_MS = 80;

export interface ViewportRefs {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly header: RefObject<HTMLDivElement | null>;
}

interface ViewportOptions {
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly initialFocusIndex: number | undefined;
  readonly initialScrollTop: number | undefined;
  readonly onWindow: ((first: number, last: number) => void) | undefined;
}

interface Shown {
  readonly first: number;
  readonly last: number;
  /** Physical minus virtual height, the same for all rows. */
  readonly offset: number;
}

export interface GridViewport {
  readonly geometry: ScrollGeometry;
  readonly width: number;
  readonly shown: Shown;
  readonly reveal: (index: number) => void;
  readonly scrollTop: () => number;
  readonly events: {
    readonly onScroll: () => void;
    readonly onWheel: () => void;
    readonly onTouchStart: () => void;
    readonly onTouchEnd: () => void;
    readonly onTouchCancel: () => void;
  };
}

/** Measures the scrolling element, follows its scrolling, and says which rows to mount. See [Note: Scaled scrolling]. */
export function useGridViewport({ scroller, header }: ViewportRefs, options: ViewportOptions): GridViewport {
  const { rowCount, rowHeight } = options;
  const position = useRef<ScrollPosition>(SCROLL_START);
  const gesture = useRef({ wheelAt: Number.NEGATIVE_INFINITY, isTouched: false, rest: 0 });
  const size = useMeasuredSize(scroller, header);
  const geometry: ScrollGeometry = { rowCount, rowHeight, viewportHeight: size.height };
  const [shown, setShown] = useState<Shown>({ first: 0, last: -1, offset: 0 });

  function show(next: ScrollPosition): void {
    const element = scroller.current;
    position.current = next;
    if (element !== null && Math.abs(element.scrollTop - next.physicalTop) >= 1) {
      element.scrollTo({ top: next.physicalTop, behavior: 'instant' });
      // Browsers round to device pixels; what they made of it is the place to count steps from.
      position.current = { virtualTop: next.virtualTop, physicalTop: element.scrollTop };
    }
    const { first, last } = rowWindow(geometry, position.current, ROWS_MAX);
    const offset = position.current.physicalTop - position.current.virtualTop;
    setShown((now) =>
      now.first === first && now.last === last && now.offset === offset ? now : { first, last, offset },
    );
  }

  function rest(): void {
    window.clearTimeout(gesture.current.rest);
    gesture.current.rest = window.setTimeout(() => {
      if (!gesture.current.isTouched) show(settled(geometry, position.current));
    }, REST_MS);
  }

  function handleScroll(): void {
    const scrollTop = scroller.current?.scrollTop ?? 0;
    const isStep = gesture.current.isTouched || performance.now() - gesture.current.wheelAt < REST_MS;
    const next = scrolledTo(geometry, position.current, { scrollTop, isStep });
    if (next === position.current) return;
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
    width: size.width,
    shown,
    reveal: (index) => show(revealed(geometry, position.current, index)),
    scrollTop: () => position.current.virtualTop,
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

interface Size {
  /** Without the header. */
  readonly height: number;
  readonly width: number;
}

function useMeasuredSize(
  scroller: RefObject<HTMLElement | null>,
  header: RefObject<HTMLElement | null>,
): Size {
  const [size, setSize] = useState<Size>({ height: 0, width: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = () => {
      const height = Math.max(0, element.clientHeight - (header.current?.offsetHeight ?? 0));
      const width = element.clientWidth;
      setSize((now) => (now.height === height && now.width === width ? now : { height, width }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, header]);
  return size;
}

interface Placement extends ViewportOptions {
  readonly geometry: ScrollGeometry;
  readonly position: RefObject<ScrollPosition>;
  readonly show: (position: ScrollPosition) => void;
}

/** Keeps the first row in its place when rows come, go or change their height; restores the first view once. */
function usePlacement({ geometry, position, show, initialFocusIndex, initialScrollTop }: Placement): void {
  const placedRowHeight = useRef<number | undefined>(undefined);
  const { rowCount, rowHeight, viewportHeight } = geometry;
  const place = useEffectEvent((now: ScrollGeometry) => {
    const before = placedRowHeight.current;
    if (now.viewportHeight === 0 || (before === undefined && now.rowCount === 0)) return;
    placedRowHeight.current = now.rowHeight;
    if (before !== undefined) {
      show(positionAt(now, (position.current.virtualTop * now.rowHeight) / before));
      return;
    }
    const start = positionAt(now, initialScrollTop ?? 0);
    show(initialFocusIndex === undefined ? start : revealed(now, start, initialFocusIndex));
  });
  useLayoutEffect(
    () => place({ rowCount, rowHeight, viewportHeight }),
    [rowCount, rowHeight, viewportHeight],
  );
}

/** Tells the owner which rows to have; while somebody drags the scroll bar through thousands, only after a rest. */
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
