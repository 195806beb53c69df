/** Scale 1 fits the frame. `x` and `y` are CSS pixels from the center. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Scaling {
  readonly by: number;
  readonly at: Point;
}

export const FITTED: Zoom = { scale: 1, x: 0, y: 0 };
const SCALE_MAX = 16;
const STEP = 1.25;
const MIDDLE: Point = { x: 0, y: 0 };

export type ZoomEvent =
  | { readonly type: 'in' }
  | { readonly type: 'out' }
  | { readonly type: 'fit' }
  /** Doubles the scale at the point, or fits an enlarged picture into the frame again. */
  | { readonly type: 'toggled'; readonly at: Point }
  | { readonly type: 'scaled'; readonly by: number; readonly at: Point }
  | { readonly type: 'moved'; readonly dx: number; readonly dy: number };

/** Points are relative to the center of the frame. The image never leaves the frame. */
export function zoom(now: Zoom, event: ZoomEvent, frame: Size): Zoom {
  switch (event.type) {
    case 'in':
      return scaled(now, { by: STEP, at: MIDDLE }, frame);
    case 'out':
      return scaled(now, { by: 1 / STEP, at: MIDDLE }, frame);
    case 'fit':
      return FITTED;
    case 'toggled':
      return now.scale > 1 ? FITTED : scaled(now, { by: 2, at: event.at }, frame);
    case 'scaled':
      return scaled(now, event, frame);
    case 'moved':
      return clamped({ ...now, x: now.x + event.dx, y: now.y + event.dy }, frame);
  }
}

/** The scale that fits a picture rotated by 90° into the frame, without enlarging it beyond its own pixels. */
export function rotatedScale(picture: Size & { readonly naturalWidth: number }, frame: Size): number {
  if (picture.width === 0 || picture.height === 0) return 1;
  const fitted = Math.min(frame.width / picture.height, frame.height / picture.width);
  return Math.min(fitted, Math.max(1, picture.naturalWidth / picture.width));
}

function scaled(now: Zoom, { by, at }: Scaling, frame: Size): Zoom {
  const scale = Math.min(SCALE_MAX, Math.max(1, now.scale * by));
  const ratio = scale / now.scale;
  return clamped({ scale, x: at.x - (at.x - now.x) * ratio, y: at.y - (at.y - now.y) * ratio }, frame);
}

function clamped({ scale, x, y }: Zoom, frame: Size): Zoom {
  const across = (frame.width * (scale - 1)) / 2;
  const down = (frame.height * (scale - 1)) / 2;
  return { scale, x: clamp(x, across), y: clamp(y, down) };
}

function clamp(value: number, bound: number): number {
  // Adding zero turns -0 into 0.
  return Math.min(bound, Math.max(-bound, value)) + 0;
}
