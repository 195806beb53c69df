/** The largest avatar is 64 CSS pixels wide, and screens have up to three device pixels for each. */
const SIZE_PX = 192;
const QUALITY = 0.85;

/**
 * Returns a small square JPEG as a `data:` URL, without metadata such as the location. Undefined for unreadable images.
 */
export async function squarePicture(file: Blob): Promise<string | undefined> {
  const bitmap = await readBitmap(file);
  if (bitmap === undefined) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = SIZE_PX;
  canvas.height = SIZE_PX;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  const side = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  // JPEG would turn transparency black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SIZE_PX, SIZE_PX);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, left, top, side, side, 0, 0, SIZE_PX, SIZE_PX);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', QUALITY);
}

async function readBitmap(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch (cause) {
    // HTML standard: a DOMException means no image, or a broken one.
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
}
