/** How far something was drawn aside, and in what time. */
export interface Swipe {
  readonly distancePx: number;
  readonly durationMs: number;
}

const FAR_PX = 96;
const FLICK_PX = 24;
const FLICK_PX_PER_MS = 0.5;

/** True when it was drawn far, or flicked: then it goes. Which way is all the same. */
export function isSwipedAway({ distancePx, durationMs }: Swipe): boolean {
  const wayPx = Math.abs(distancePx);
  return wayPx >= FAR_PX || (wayPx >= FLICK_PX && wayPx / Math.max(1, durationMs) >= FLICK_PX_PER_MS);
}
