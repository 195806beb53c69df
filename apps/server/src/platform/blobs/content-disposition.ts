/**
 * An ASCII file name for old clients and the exact name in UTF-8.
 * @see RFC 6266 section 4.3 and RFC 8187 section 3.2.1
 */
export function contentDisposition(disposition: 'attachment' | 'inline', name: string): string {
  const plain = name.normalize('NFC').replaceAll(/[^A-Za-z0-9 ._()-]/gu, '_');
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
}

function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
