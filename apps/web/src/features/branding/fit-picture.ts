import { LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';

const FILE_BYTES_MAX = 20 * MIB;
/** Larger than any logo is displayed. */
const EDGE = 1_024;
const EDGE_MIN = 64;
/** The size for an SVG that specifies none. */
const DRAWING_EDGE = 512;
const QUALITY = 0.95;

/**
 * Converts a picture to a `data:` URL that ends with its size; undefined if it is too large or cannot be drawn. An SVG
 * becomes pixels here, as an image that can neither run nor fetch anything.
 */
export async function fitPicture(file: File): Promise<string | undefined> {
  if (file.size > FILE_BYTES_MAX) return undefined;
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return drawn(image);
  } catch (cause) {
    // The file is no image, is broken, or its pixels may not be read.
    if (cause instanceof DOMException) return undefined;
    throw cause;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawn(image: HTMLImageElement): string | undefined {
  const [wide, high] = [image.naturalWidth || DRAWING_EDGE, image.naturalHeight || DRAWING_EDGE];
  for (let edge = EDGE; edge >= EDGE_MIN; edge /= 2) {
    const scale = Math.min(1, edge / Math.max(wide, high));
    const [width, height] = [wide, high].map((length) => Math.max(1, Math.round(length * scale)));
    const canvas = document.createElement('canvas');
    canvas.width = width ?? 1;
    canvas.height = height ?? 1;
    const context = canvas.getContext('2d');
    if (context === null) return undefined;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const data = canvas.toDataURL('image/webp', QUALITY);
    if (data.length <= LIMITS.logoLengthMax) return `${data}#${canvas.width}x${canvas.height}`;
  }
  return undefined;
}
