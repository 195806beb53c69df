/** Media types that the server can draw thumbnails of. Without SVG, which can refer to other files. */
export const DRAWN_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/tiff',
  'application/pdf',
]);

/** Videos have a thumbnail too, once a browser has sent a frame. */
export function mayHaveThumbnail(mediaType: string): boolean {
  return DRAWN_TYPES.has(mediaType) || mediaType.startsWith('video/');
}
