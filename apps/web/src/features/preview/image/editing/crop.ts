/** An area in pixels of the rotated picture, from its top left corner. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof HANDLES)[number];

const SIDE_MIN = 8;

export function wholeOf({ width, height }: Size): Area {
  return { x: 0, y: 0, width, height };
}

export function isSameArea(one: Area, other: Area): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

export interface Offset {
  readonly dx: number;
  readonly dy: number;
}

export function moved(area: Area, { dx, dy }: Offset, picture: Size): Area {
  return {
    ...area,
    x: clamp(Math.round(area.x + dx), 0, picture.width - area.width),
    y: clamp(Math.round(area.y + dy), 0, picture.height - area.height),
  };
}

/** Resizes the area. The side or corner opposite the handle does not move; `ratio` is width divided by height. */
export function resized(
  area: Area,
  { handle, dx, dy, ratio }: Offset & { readonly handle: Handle; readonly ratio: number | undefined },
  picture: Size,
): Area {
  const minimum = { width: Math.min(SIDE_MIN, picture.width), height: Math.min(SIDE_MIN, picture.height) };
  const isWest = handle.includes('w');
  const isNorth = handle.includes('n');
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  const room = {
    width: isWest ? right : picture.width - area.x,
    height: isNorth ? bottom : picture.height - area.y,
  };
  const dWidth = handle.includes('e') ? dx : isWest ? -dx : 0;
  const dHeight = handle.includes('s') ? dy : isNorth ? -dy : 0;
  let width = clamp(area.width + dWidth, minimum.width, room.width);
  let height = clamp(area.height + dHeight, minimum.height, room.height);
  if (ratio !== undefined) {
    if (handle === 'n' || handle === 's') width = height * ratio;
    width = Math.min(width, room.width, room.height * ratio);
    height = width / ratio;
  }
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
  return { x: isWest ? right - size.width : area.x, y: isNorth ? bottom - size.height : area.y, ...size };
}

/** The largest area of the ratio, centred as near as possible to the old centre. */
export function withRatio(area: Area, ratio: number, picture: Size): Area {
  const width = Math.max(1, Math.round(Math.min(picture.width, picture.height * ratio)));
  const height = Math.max(1, Math.min(picture.height, Math.round(width / ratio)));
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  return moved(
    { x: 0, y: 0, width, height },
    { dx: middle.x - width / 2, dy: middle.y - height / 2 },
    picture,
  );
}

/** Rotates by 90° clockwise. `picture` is the size before the rotation. */
export function rotated(area: Area, picture: Size): Area {
  return { x: picture.height - area.y - area.height, y: area.x, width: area.height, height: area.width };
}

export function flipped(area: Area, picture: Size): Area {
  return { ...area, x: picture.width - area.x - area.width };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
