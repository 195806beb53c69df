import { LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';

const FILE_BYTES_MAX = 20 * MIB;
/** Larger than a logo is shown anywhere. */
const EDGE = 1_024;
const EDGE_MIN = 64;
/** Of a drawing that names no size. */
const DRAWING_EDGE = 512;
const QUALITY = 0.95;

/**
 * A `data:` URL that ends in the size of the picture. Undefined for what the browser can't draw. Drawings (SVG) become
 * pixels here: as an image they run and fetch nothing.
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
    // No image, a broken one, or one whose pixels may not be read.
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
