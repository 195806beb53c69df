import { extensionOf, textByName } from '@coffer/contracts';
import mime from 'mime';

/**
 * Matches `type/subtype`, without parameters.
 * @see RFC 9110 section 8.3.1
 */
const WELL_FORMED = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,99}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}$/;

/** The media type by name, otherwise as claimed, otherwise `application/octet-stream`. Never trusted for display. */
export function mediaTypeFor(name: string, claimed: string): string {
  const bare = (claimed.split(';')[0] ?? '').trim().toLowerCase();
  const byText = textByName(name);
  if (byText === 'twofold') return bare === 'video/mp2t' ? bare : 'text/plain';
  // Without the slash, `mime` would take a name without a dot for an extension.
  const byName = mime.getType(`/${name}`);
  if (byText === 'text') return byName?.startsWith('text/') === true ? byName : 'text/plain';
  if (byName !== null) return byName;
  return WELL_FORMED.test(bare) ? bare : 'application/octet-stream';
}

/** Whether both names have the same extension or media type, so that a file may become a version of the other. */
export function isSameType(name: string, other: string): boolean {
  if (extensionOf(name) === extensionOf(other)) return true;
  const mediaType = mediaTypeFor(name, '');
  return mediaType !== 'application/octet-stream' && mediaType === mediaTypeFor(other, '');
}
