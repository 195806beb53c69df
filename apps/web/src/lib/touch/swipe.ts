export interface Swipe {
  readonly distancePx: number;
  readonly durationMs: number;
}

const FAR_PX = 96;
const FLICK_PX = 24;
const FLICK_PX_PER_MS = 0.5;

export function isSwipedAway({ distancePx, durationMs }: Swipe): boolean {
  const wayPx = Math.abs(distancePx);
  return wayPx >= FAR_PX || (wayPx >= FLICK_PX && wayPx / Math.max(1, durationMs) >= FLICK_PX_PER_MS);
}
