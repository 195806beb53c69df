import { physicalHeight } from '../../../lib/ranges/scaled-scroll.ts';
import type { GridViewport } from '../use-grid-viewport.ts';

/** The position of a distant focused row is clamped, so that it does not stretch the element. */
export function topOf({ geometry, shown }: GridViewport, line: number): number {
  const top = line * geometry.rowHeight + shown.offset;
  return Math.max(0, Math.min(top, physicalHeight(geometry) - geometry.rowHeight));
}
