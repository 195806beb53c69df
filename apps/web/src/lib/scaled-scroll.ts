/**
 * [Note: Scaled scrolling] Browsers cap the height of an element (Chromium at 33,554,428 device pixels), so a
 * million rows cannot have their true height. The physical height stops at 4,000,000 px and positions are mapped.
 * A mapped wheel notch would skip rows, therefore the offset between both heights stays while somebody scrolls by
 * small steps (wheel, touch, keys: exact to the pixel), and is mapped anew for jumps only. A jump is what a drag of
 * the scroll bar makes: one pixel of its track is thousands of pixels here. When scrolling rests, `settled` closes
 * the drift unseen. Near both ends the heights run alike, so that a flick to the end never meets a false edge.
 */

export const PHYSICAL_HEIGHT_MAX = 4_000_000;
/** At each end, this much is not scaled. */
const END_ZONE = 100_000;
/** Closer than this to an end, one more step of the browser could be cut short. */
const END_GUARD = 10_000;

export interface ScrollGeometry {
  readonly rowCount: number;
  readonly rowHeight: number;
  /** The height in which rows are seen: without the header. */
  readonly viewportHeight: number;
}

export interface ScrollPosition {
  /** Pixels above the first row seen, as if the list had its true height. */
  readonly virtualTop: number;
  /** What the scrolling element's `scrollTop` is, or has to become. */
  readonly physicalTop: number;
}

export const SCROLL_START: ScrollPosition = { virtualTop: 0, physicalTop: 0 };

export function virtualHeight(geometry: ScrollGeometry): number {
  return geometry.rowCount * geometry.rowHeight;
}

/** The height to give to the scrolled element. */
export function physicalHeight(geometry: ScrollGeometry): number {
  return Math.min(virtualHeight(geometry), PHYSICAL_HEIGHT_MAX);
}

export function virtualTopMax(geometry: ScrollGeometry): number {
  return Math.max(0, virtualHeight(geometry) - geometry.viewportHeight);
}

export function physicalTopMax(geometry: ScrollGeometry): number {
  return Math.max(0, physicalHeight(geometry) - geometry.viewportHeight);
}

/** Where a row has to stand inside the scrolled element. */
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
  /** Known to come from a wheel or a finger, however far: never a jump. */
  readonly isStep?: boolean;
}

/** The position after the browser has scrolled. When its `physicalTop` differs, write it back to `scrollTop`. */
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
  // Near an end of the one height that is not near the same end of the other, the drift must close at once.
  const isNearEnd = Math.min(physicalTop, physicalTopMax(geometry) - physicalTop) < END_GUARD;
  const isAtVirtualEnd = virtualTop === 0 || virtualTop === virtualTopMax(geometry);
  const stepped = { virtualTop, physicalTop };
  return isNearEnd || isAtVirtualEnd ? settled(geometry, stepped) : stepped;
}

/** The position for a place in the true height: a jump of the program, a changed list, a restored view. */
export function positionAt(geometry: ScrollGeometry, virtualTop: number): ScrollPosition {
  const top = clamp(virtualTop, virtualTopMax(geometry));
  return {
    virtualTop: top,
    physicalTop: wholeUnlessEnd(toPhysicalTop(geometry, top), physicalTopMax(geometry)),
  };
}

/** The same view with the drift of small steps closed; the same object when there is none to speak of. */
export function settled(geometry: ScrollGeometry, position: ScrollPosition): ScrollPosition {
  const mapped = positionAt(geometry, position.virtualTop);
  return Math.abs(mapped.physicalTop - position.physicalTop) < 1 ? position : mapped;
}

/** The smallest move that shows the whole row `index`. */
export function revealed(geometry: ScrollGeometry, position: ScrollPosition, index: number): ScrollPosition {
  const top = index * geometry.rowHeight;
  const bottom = top + geometry.rowHeight - geometry.viewportHeight;
  if (position.virtualTop >= bottom && position.virtualTop <= top) return position;
  // When the viewport is lower than a row, its top wins.
  return positionAt(geometry, position.virtualTop > top ? top : Math.min(bottom, top));
}

export interface RowWindow {
  readonly first: number;
  /** Included; before `first` when there are no rows. */
  readonly last: number;
}

/** The rows to mount: those seen and some on both sides, `rowsMax` together unless more are seen. */
export function rowWindow(geometry: ScrollGeometry, position: ScrollPosition, rowsMax: number): RowWindow {
  const { rowCount, rowHeight, viewportHeight } = geometry;
  const first = Math.floor(position.virtualTop / rowHeight);
  const last = Math.ceil((position.virtualTop + viewportHeight) / rowHeight) - 1;
  const margin = Math.min(
    8,
    Math.max(2, Math.floor((rowsMax - Math.ceil(viewportHeight / rowHeight) - 1) / 2)),
  );
  return { first: Math.max(0, first - margin), last: Math.min(rowCount - 1, last + margin) };
}

/** Maps 0..fromMax to 0..toMax: alike in the end zones, linear between them. */
function piecewise(value: number, fromMax: number, toMax: number): number {
  const at = clamp(value, fromMax);
  if (fromMax === toMax) return at;
  if (at <= END_ZONE) return at;
  if (at >= fromMax - END_ZONE) return toMax - (fromMax - at);
  return END_ZONE + ((at - END_ZONE) * (toMax - 2 * END_ZONE)) / (fromMax - 2 * END_ZONE);
}

/** Whole pixels keep the rows' text sharp. */
function wholeUnlessEnd(value: number, end: number): number {
  return value === end ? end : Math.round(value);
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}
