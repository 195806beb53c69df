import { thumbHashToDataURL } from 'thumbhash';
import { onWipe } from '../wipe.ts';

/** More than a screen shows, so that rows that scroll back are not decoded again. */
const KEPT_MAX = 500;

const decoded = new Map<string, string>();
onWipe(() => decoded.clear());

/** Decodes a ThumbHash in Base64 to a `data:` URL of a few pixels, to be enlarged. */
export function blurredPicture(thumbHash: string): string {
  const known = decoded.get(thumbHash);
  if (known !== undefined) return known;
  const bytes = Uint8Array.from(atob(thumbHash), (character) => character.charCodeAt(0));
  const url = thumbHashToDataURL(bytes);
  const [oldest] = decoded.keys();
  if (oldest !== undefined && decoded.size >= KEPT_MAX) decoded.delete(oldest);
  decoded.set(thumbHash, url);
  return url;
}
