import mime from 'mime';

/** `type/subtype` of RFC 9110 section 8.3.1, without parameters. */
const WELL_FORMED = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,99}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}$/;

/** The media type of a new file: from its name, else what the sender said, else none in particular. Never trusted for display. */
export function mediaTypeFor(name: string, claimed: string): string {
  const byName = mime.getType(name);
  if (byName !== null) return byName;
  const bare = (claimed.split(';')[0] ?? '').trim().toLowerCase();
  return WELL_FORMED.test(bare) ? bare : 'application/octet-stream';
}
