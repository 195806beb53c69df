/**
 * [Note: Scaled scrolling] Browsers cap element heights (Chromium at 33,554,428 device pixels), so positions map to a
 * physical height of at most 4,000,000 px. Small steps keep the offset between both heights and stay exact to the
 * pixel; only jumps are mapped again. When scrolling stops, `settled` removes the drift. Near both ends the heights are
 * unscaled, so a flick never stops before the real end.
 */

export const PHYSICAL_HEIGHT_MAX = 4_000_000;
const END_ZONE = 100_000;
/** Closer to an end than this, the browser could cut a step short. */
const END_GUARD = 10_000;

export interface ScrollGeometry {
  readonly rowCount: number;
  readonly rowHeight: number;
  readonly viewportHeight: number;
}

export interface ScrollPosition {
  readonly virtualTop: number;
  readonly physicalTop: number;
}

export const SCROLL_START: ScrollPosition = { virtualTop: 0, physicalTop: 0 };

export function virtualHeight(geometry: ScrollGeometry): number {
  return geometry.rowCount * geometry.rowHeight;
}

export function physicalHeight(geometry: ScrollGeometry): number {
  return Math.min(virtualHeight(geometry), PHYSICAL_HEIGHT_MAX);
}

export function virtualTopMax(geometry: ScrollGeometry): number {
  return Math.max(0, virtualHeight(geometry) - geometry.viewportHeight);
}

export function physicalTopMax(geometry: ScrollGeometry): number {
  return Math.max(0, physicalHeight(geometry) - geometry.viewportHeight);
}

export function physicalTopOfRow(geometry: ScrollGeometry, position: ScrollPosition, index: number): number {
  return index * geometry.rowHeight - position.virtualTop + position.physicalTop;
}

export function toPhysicalTop(geometry: ScrollGeometry, virtualTop: number): number {
  return piecewise(virtualTop, virtualTopMax(geometry), physicalTopMax(geometry));
}

export function toVirtualTop(geometry: ScrollGeometry, physicalTop: number): number {
  return piecewise(physicalTop, physicalTopMax(geometry), virtualTopMax(geometry));
}

export interface BrowserScroll {
  readonly scrollTop: number;
  /** Whether it comes from a wheel or touch, which never jump. */
  readonly isStep?: boolean;
}

/** If `physicalTop` differs, write it back to `scrollTop`. */
export function scrolledTo(
  geometry: ScrollGeometry,
  from: ScrollPosition,
  to: BrowserScroll,
): ScrollPosition {
  const physicalTop = clamp(to.scrollTop, physicalTopMax(geometry));
  const step = physicalTop - from.physicalTop;
  if (step === 0) return from;
  if (virtualHeight(geometry) <= PHYSICAL_HEIGHT_MAX) return { virtualTop: physicalTop, physicalTop };
  const jump = PHYSICAL_HEIGHT_MAX / (2 * Math.max(1, geometry.viewportHeight));
  if (to.isStep !== true && Math.abs(step) > jump)
    return { virtualTop: toVirtualTop(geometry, physicalTop), physicalTop };
  const virtualTop = clamp(from.virtualTop + step, virtualTopMax(geometry));
  // Near the end of only one of both heights, the drift must be removed at once.
  const isNearEnd = Math.min(physicalTop, physicalTopMax(geometry) - physicalTop) < END_GUARD;
  const isAtVirtualEnd = virtualTop === 0 || virtualTop === virtualTopMax(geometry);
  const stepped = { virtualTop, physicalTop };
  return isNearEnd || isAtVirtualEnd ? settled(geometry, stepped) : stepped;
}

export function positionAt(geometry: ScrollGeometry, virtualTop: number): ScrollPosition {
  const top = clamp(virtualTop, virtualTopMax(geometry));
  return {
    virtualTop: top,
    physicalTop: wholeUnlessEnd(toPhysicalTop(geometry, top), physicalTopMax(geometry)),
  };
}

export function settled(geometry: ScrollGeometry, position: ScrollPosition): ScrollPosition {
  const mapped = positionAt(geometry, position.virtualTop);
  return Math.abs(mapped.physicalTop - position.physicalTop) < 1 ? position : mapped;
}

export function revealed(geometry: ScrollGeometry, position: ScrollPosition, index: number): ScrollPosition {
  const top = index * geometry.rowHeight;
  const bottom = top + geometry.rowHeight - geometry.viewportHeight;
  if (position.virtualTop >= bottom && position.virtualTop <= top) return position;
  // If a row is taller than the viewport, its top is shown.
  return positionAt(geometry, position.virtualTop > top ? top : Math.min(bottom, top));
}

export interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** Visible rows plus overscan; `rowsMax` limits the overscan. */
export function rowWindow(geometry: ScrollGeometry, position: ScrollPosition, rowsMax: number): RowWindow {
  const { first, last } = visibleRows(geometry, position);
  const margin = marginOf(geometry, rowsMax);
  return { first: Math.max(0, first - margin), last: Math.min(geometry.rowCount - 1, last + margin) };
}

/** Returns `before` until half of its overscan is used up, so that several rows are added in one rendering. */
export function nextRowWindow(
  before: RowWindow,
  [geometry, position, rowsMax]: Parameters<typeof rowWindow>,
): RowWindow {
  const next = rowWindow(geometry, position, rowsMax);
  const { first, last } = visibleRows(geometry, position);
  const margin = marginOf(geometry, rowsMax);
  const kept = margin - Math.floor(margin / 2);
  const covers =
    before.first <= Math.max(0, first - kept) && before.last >= Math.min(geometry.rowCount - 1, last + kept);
  const isAsLarge =
    before.last < geometry.rowCount && before.last - before.first <= last - first + 2 * margin;
  return covers && isAsLarge ? before : next;
}

function visibleRows(
  { rowHeight, viewportHeight }: ScrollGeometry,
  { virtualTop }: ScrollPosition,
): RowWindow {
  return {
    first: Math.floor(virtualTop / rowHeight),
    last: Math.ceil((virtualTop + viewportHeight) / rowHeight) - 1,
  };
}

function marginOf({ rowHeight, viewportHeight }: ScrollGeometry, rowsMax: number): number {
  const spare = rowsMax - Math.ceil(viewportHeight / rowHeight) - 1;
  return Math.min(8, Math.max(2, Math.floor(spare / 2)));
}

/** Maps 0..fromMax to 0..toMax: unchanged in the end zones, linear between them. */
function piecewise(value: number, fromMax: number, toMax: number): number {
  const at = clamp(value, fromMax);
  if (fromMax === toMax) return at;
  if (at <= END_ZONE) return at;
  if (at >= fromMax - END_ZONE) return toMax - (fromMax - at);
  return END_ZONE + ((at - END_ZONE) * (toMax - 2 * END_ZONE)) / (fromMax - 2 * END_ZONE);
}

function wholeUnlessEnd(value: number, end: number): number {
  return value === end ? end : Math.round(value);
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}
