import { describe, expect, test } from 'vitest';
import {
  PHYSICAL_HEIGHT_MAX,
  nextRowWindow,
  physicalHeight,
  physicalTopMax,
  physicalTopOfRow,
  positionAt,
  revealed,
  rowWindow,
  SCROLL_START,
  type ScrollGeometry,
  type ScrollPosition,
  scrolledTo,
  settled,
  toPhysicalTop,
  toVirtualTop,
  virtualHeight,
  virtualTopMax,
} from './scaled-scroll.ts';

const GEOMETRIES: readonly ScrollGeometry[] = [
  0, 1, 19, 10_000, 100_000, 100_001, 125_000, 1_000_000, 10_000_000,
].flatMap((rowCount) =>
  [32, 40, 48, 56].flatMap((rowHeight) =>
    [0, 300, 744, 2160].map((viewportHeight) => ({ rowCount, rowHeight, viewportHeight })),
  ),
);
const MILLION: ScrollGeometry = { rowCount: 1_000_000, rowHeight: 40, viewportHeight: 744 };

describe.each(GEOMETRIES)('$rowCount rows of $rowHeight px in $viewportHeight px', (geometry) => {
  test('the ends meet, the way there is monotone, and there and back is the same place', () => {
    expect(physicalHeight(geometry)).toBeLessThanOrEqual(PHYSICAL_HEIGHT_MAX);
    expect(toVirtualTop(geometry, 0)).toBe(0);
    expect(toVirtualTop(geometry, physicalTopMax(geometry))).toBe(virtualTopMax(geometry));
    expect(toPhysicalTop(geometry, virtualTopMax(geometry))).toBe(physicalTopMax(geometry));
    let previous = -1;
    for (let i = 0; i <= 1000; i++) {
      const physicalTop = (physicalTopMax(geometry) * i) / 1000;
      const virtualTop = toVirtualTop(geometry, physicalTop);
      expect(toPhysicalTop(geometry, virtualTop)).toBeCloseTo(physicalTop, 4);
      expect(toVirtualTop(geometry, toPhysicalTop(geometry, virtualTop))).toBeCloseTo(virtualTop, 4);
      expect(virtualTop).toBeGreaterThanOrEqual(previous);
      previous = virtualTop;
    }
  });

  test('a list below the limit is not scaled at all', () => {
    for (const share of [0, 0.1, 0.5, 0.77, 1]) {
      const top = Math.round(virtualTopMax(geometry) * share);
      const isScaled = virtualHeight(geometry) > PHYSICAL_HEIGHT_MAX;
      expect(positionAt(geometry, top).physicalTop === top || isScaled).toBe(true);
    }
  });

  test('a row visible at the top is inside the scrolled element, at its visible position', () => {
    for (const share of [0, 0.001, 0.3, 0.5, 0.999, 1]) {
      const position = positionAt(geometry, virtualTopMax(geometry) * share);
      const { first, last } = rowWindow(geometry, position, 60);
      for (let index = first; index <= last; index++) {
        const top = physicalTopOfRow(geometry, position, index);
        expect(top - position.physicalTop).toBeCloseTo(index * geometry.rowHeight - position.virtualTop, 6);
        expect(top + geometry.rowHeight).toBeLessThanOrEqual(physicalHeight(geometry) + 0.5);
        expect(top).toBeGreaterThan(-0.5);
      }
    }
  });

  test('every row can be revealed, and is whole then', () => {
    const { rowCount, rowHeight, viewportHeight } = geometry;
    const wanted = [0, 1, Math.floor(rowCount / 3), rowCount - 2, rowCount - 1].filter(
      (i) => i >= 0 && i < rowCount,
    );
    for (const index of wanted) {
      const position = revealed(geometry, positionAt(geometry, virtualTopMax(geometry) / 2), index);
      const top = index * rowHeight - position.virtualTop;
      expect(top).toBeGreaterThanOrEqual(0);
      expect(viewportHeight < rowHeight || top + rowHeight <= viewportHeight + 1e-6).toBe(true);
      expect(revealed(geometry, position, index)).toEqual(position);
    }
  });
});

test.each([
  [10_000, 0],
  [1_000_000, 0],
  [1_000_000, 20_000_000],
  [10_000_000, 399_000_000],
])('wheel steps are exact to the pixel in a list of %d rows at %d', (rowCount, start) => {
  const geometry = { ...MILLION, rowCount };
  let position = positionAt(geometry, start);
  const from = position.virtualTop;
  for (let i = 0; i < 40; i++) position = scroll(geometry, position, 100);
  expect(position.virtualTop - from).toBe(4_000);
  for (let i = 0; i < 40; i++) position = scroll(geometry, position, -100);
  expect(position.virtualTop).toBe(from);
});

test('one wheel step of 4,000 px in the middle is a hundred rows, even when frames were dropped', () => {
  const start = positionAt(MILLION, 20_000_000);
  const end = scrolledTo(MILLION, start, { scrollTop: start.physicalTop + 4_000, isStep: true });
  expect(end.virtualTop - start.virtualTop).toBe(4_000);
});

test('a drag of the scroll bar jumps to the mapped place', () => {
  const end = scrolledTo(MILLION, SCROLL_START, { scrollTop: physicalTopMax(MILLION) / 2 });
  expect(end.virtualTop).toBeCloseTo(virtualTopMax(MILLION) / 2, 0);
  const bottom = scrolledTo(MILLION, end, { scrollTop: physicalTopMax(MILLION) });
  expect(bottom.virtualTop).toBe(virtualTopMax(MILLION));
  expect(scrolledTo(MILLION, bottom, { scrollTop: 0 })).toEqual(SCROLL_START);
});

test('one pixel of a scroll bar as long as the viewport is a jump, a page is not', () => {
  for (const viewportHeight of [300, 744, 1_400, 1_990]) {
    const geometry = { ...MILLION, viewportHeight };
    const middle = positionAt(geometry, 20_000_000);
    const pixel = PHYSICAL_HEIGHT_MAX / viewportHeight;
    const dragged = scrolledTo(geometry, middle, { scrollTop: middle.physicalTop + pixel });
    expect(dragged.virtualTop - middle.virtualTop).toBeGreaterThan(2 * pixel);
    const paged = scrolledTo(geometry, middle, { scrollTop: middle.physicalTop + viewportHeight / 2 });
    expect(paged.virtualTop - middle.virtualTop).toBe(viewportHeight / 2);
  }
});

test('scrolling all the way by steps reaches both ends, and rows never stand outside the element', () => {
  const geometry = { rowCount: 200_000, rowHeight: 40, viewportHeight: 744 };
  for (const step of [977, -977]) {
    let position = positionAt(geometry, step > 0 ? 0 : virtualTopMax(geometry));
    for (let i = 0; i < 9_000; i++) {
      const before = position;
      position = scroll(geometry, position, step);
      const moved = position.virtualTop - before.virtualTop;
      const isAtEnd = position.virtualTop === (step > 0 ? virtualTopMax(geometry) : 0);
      expect(moved === step || isAtEnd).toBe(true);
      if (i % 50 === 0) position = settled(geometry, position);
    }
    expect(position.virtualTop).toBe(step > 0 ? virtualTopMax(geometry) : 0);
    expect(position.physicalTop).toBe(step > 0 ? physicalTopMax(geometry) : 0);
  }
});

test('a gesture that reaches the physical end before the list ends continues without a jump', () => {
  let position = positionAt(MILLION, 20_000_000);
  for (let i = 0; i < 4_000; i++) {
    const before = position.virtualTop;
    position = scroll(MILLION, position, 1_900);
    expect(position.virtualTop - before).toBe(1_900);
  }
  expect(position.virtualTop).toBe(27_600_000);
});

test('settling shows the same rows and closes the drift', () => {
  let position = positionAt(MILLION, 20_000_000);
  for (let i = 0; i < 100; i++) position = scroll(MILLION, position, 700);
  const rested = settled(MILLION, position);
  expect(rested.virtualTop).toBe(position.virtualTop);
  expect(Math.abs(rested.physicalTop - toPhysicalTop(MILLION, rested.virtualTop))).toBeLessThan(1);
  expect(settled(MILLION, rested)).toBe(rested);
});

test('rubber-band positions outside the element are held at its ends', () => {
  const position = positionAt(MILLION, 500);
  expect(scrolledTo(MILLION, position, { scrollTop: -80 }).virtualTop).toBe(0);
  const end = positionAt(MILLION, virtualTopMax(MILLION) - 500);
  const beyond = scrolledTo(MILLION, end, { scrollTop: physicalTopMax(MILLION) + 300 });
  expect(beyond.virtualTop).toBe(virtualTopMax(MILLION));
});

test('the window has the visible rows, at most sixty unless more are visible', () => {
  for (const geometry of GEOMETRIES) {
    for (const share of [0, 0.4137, 1]) {
      const position = positionAt(geometry, virtualTopMax(geometry) * share);
      const { first, last } = rowWindow(geometry, position, 60);
      const seen = Math.ceil(geometry.viewportHeight / geometry.rowHeight) + 1;
      expect(last - first + 1).toBeLessThanOrEqual(Math.max(60, seen + 4));
      expect(first * geometry.rowHeight).toBeLessThanOrEqual(position.virtualTop);
      const bottom = Math.min(position.virtualTop + geometry.viewportHeight, virtualHeight(geometry));
      expect((last + 1) * geometry.rowHeight).toBeGreaterThanOrEqual(bottom);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(last).toBeLessThan(Math.max(1, geometry.rowCount));
    }
  }
});

test('while a list scrolls, a few rows come at once, and those in sight are always there', () => {
  const way = Array.from({ length: 100 }, (_, step) => step * 37);
  for (const geometry of GEOMETRIES) {
    let shown = rowWindow(geometry, SCROLL_START, 60);
    let renderings = 0;
    for (const top of [...way, ...way.toReversed()]) {
      const position = positionAt(geometry, top);
      const next = nextRowWindow(shown, [geometry, position, 60]);
      if (next !== shown) renderings += 1;
      shown = next;
      const bottom = Math.min(position.virtualTop + geometry.viewportHeight, virtualHeight(geometry));
      expect(shown.first * geometry.rowHeight).toBeLessThanOrEqual(position.virtualTop);
      expect((shown.last + 1) * geometry.rowHeight).toBeGreaterThanOrEqual(bottom);
      const seen = Math.ceil(geometry.viewportHeight / geometry.rowHeight) + 1;
      expect(shown.last - shown.first + 1).toBeLessThanOrEqual(Math.max(60, seen + 4));
    }
    // A viewport as tall as sixty rows has little overscan left.
    expect(renderings).toBeLessThan(geometry.viewportHeight > 744 ? 198 : 66);
  }
});

test('a list that became shorter keeps no row beyond its end', () => {
  const position = positionAt(MILLION, 4_000);
  const shown = rowWindow(MILLION, position, 60);
  const shorter = { ...MILLION, rowCount: shown.last - 1 };
  expect(nextRowWindow(shown, [shorter, position, 60]).last).toBe(shown.last - 2);
});

function scroll(geometry: ScrollGeometry, position: ScrollPosition, step: number): ScrollPosition {
  const scrollTop = Math.min(Math.max(0, position.physicalTop + step), physicalTopMax(geometry));
  return scrolledTo(geometry, position, { scrollTop });
}
