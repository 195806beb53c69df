import { type RefObject, useLayoutEffect, useState } from 'react';

interface MeasuredParts {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly header: RefObject<HTMLElement | null>;
}

export interface MeasuredSize {
  readonly height: number;
  readonly width: number;
  readonly covered: number;
}

/** Measures the scroller and the header. The header mounts with the first rows, without resizing the scroller. */
export function useMeasuredSize({ scroller, header }: MeasuredParts, hasRows: boolean): MeasuredSize {
  const [size, setSize] = useState<MeasuredSize>({ height: 0, width: 0, covered: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = () => {
      const headerHeight = hasRows ? (header.current?.offsetHeight ?? 0) : 0;
      const height = Math.max(0, element.clientHeight - headerHeight);
      const width = element.clientWidth;
      const covered = Number.parseFloat(getComputedStyle(element).paddingBlockEnd);
      setSize((now) =>
        now.height === height && now.width === width && now.covered === covered
          ? now
          : { height, width, covered },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, header, hasRows]);
  return size;
}
