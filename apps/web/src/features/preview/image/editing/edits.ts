import { type Area, flipped, isSameArea, type Size, rotated, wholeOf } from './crop.ts';

/** All edits of a picture, in the order of drawing: rotate, flip, crop, resize. */
export interface Edits {
  readonly quarters: 0 | 1 | 2 | 3;
  readonly isFlipped: boolean;
  readonly area: Area;
  /** Width of the result. Undefined for the width of the area. */
  readonly width: number | undefined;
}

const QUARTERS = [0, 1, 2, 3] as const;

export function noEdits(picture: Size): Edits {
  return { quarters: 0, isFlipped: false, area: wholeOf(picture), width: undefined };
}

export function isEdited(edits: Edits, picture: Size): boolean {
  const { width, height } = rotatedSize(edits, picture);
  const { area } = edits;
  return (
    edits.quarters !== 0 ||
    edits.isFlipped ||
    area.width !== width ||
    area.height !== height ||
    sizeOfResult(edits).width !== area.width
  );
}

export function rotatedSize({ quarters }: Edits, { width, height }: Size): Size {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width };
}

export function sizeOfResult({ area, width }: Edits): Size {
  const across = Math.min(width ?? area.width, area.width);
  return { width: across, height: Math.max(1, Math.round((area.height * across) / area.width)) };
}

/** The same edits if the area is the same. The width of the result stays where the area still has it. */
export function cropped(edits: Edits, area: Area): Edits {
  const { width } = edits;
  if (isSameArea(area, edits.area)) return edits;
  return { ...edits, area, width: width !== undefined && width <= area.width ? width : undefined };
}

export function rotate(edits: Edits, by: 1 | 3, picture: Size): Edits {
  let { area } = edits;
  let size = rotatedSize(edits, picture);
  for (let count = 0; count < by; count += 1) {
    area = rotated(area, size);
    size = { width: size.height, height: size.width };
  }
  const width = edits.width === undefined ? undefined : sizeOfResult(edits).height;
  return { ...edits, quarters: QUARTERS[(edits.quarters + by) % 4] ?? 0, area, width };
}

/** Mirrors the picture as it is shown, so that left and right swap. */
export function flip(edits: Edits, picture: Size): Edits {
  return { ...edits, isFlipped: !edits.isFlipped, area: flipped(edits.area, rotatedSize(edits, picture)) };
}

/** Draws the whole picture, rotated and flipped, at the size of the canvas. */
export function drawRotated(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  source: ImageBitmap,
  { quarters, isFlipped }: Pick<Edits, 'quarters' | 'isFlipped'>,
): boolean {
  const context = canvas.getContext('2d');
  if (context === null || !('drawImage' in context)) return false;
  const isAcross = quarters % 2 === 1;
  const scale = canvas.width / (isAcross ? source.height : source.width);
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.scale(isFlipped ? -scale : scale, scale);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(source, -source.width / 2, -source.height / 2);
  context.resetTransform();
  return true;
}

const QUALITY = 0.92;

/** Undefined if the browser cannot encode the type, or cannot draw a picture of this size. */
export async function encode(
  source: ImageBitmap,
  edits: Edits,
  mediaType: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const whole = canvasOf(rotatedSize(edits, source));
  if (!drawRotated(whole, source, edits)) return undefined;
  const result = canvasOf(sizeOfResult(edits));
  const context = result.getContext('2d');
  if (context === null) return undefined;
  const { x, y, width, height } = edits.area;
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, x, y, width, height, 0, 0, result.width, result.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    result.toBlob(resolve, mediaType, QUALITY);
  });
  // Browsers write PNG for a type that they cannot encode.
  if (blob === null || blob.type !== mediaType) return undefined;
  return new Uint8Array(await blob.arrayBuffer());
}

function canvasOf({ width, height }: Size): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height });
}
