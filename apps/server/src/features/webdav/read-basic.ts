/**
 * Reads the credentials of a `Basic` header.
 * @see RFC 7617
 */
export function readBasic(
  header: string | null,
): { readonly username: string; readonly secret: string } | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/]{1,2000}={0,2})\s*$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), secret: text.slice(colon + 1) };
}
