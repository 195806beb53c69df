/** The largest face has 64 pixels, of which screens show up to three for one. */
const SIZE_PX = 192;
const QUALITY = 0.85;

/** A small square JPEG as a `data:` URL, which strips metadata such as the location. Undefined for unreadable images. */
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
  // JPEG would render transparency black.
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
    // HTML standard: not an image, or a broken one.
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
}
