export const ENCODINGS = ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** UTF-8, or UTF-16 with a byte order mark; otherwise Windows-1252, which accepts every byte. */
export function decodeText(bytes: Uint8Array, { isCut = false } = {}): DecodedText {
  const marked = markOf(bytes);
  if (marked !== undefined) {
    const [encoding, markBytes] = marked;
    const content = bytes.subarray(markBytes);
    const label = encoding === 'utf-8-bom' ? 'utf-8' : encoding;
    return { text: new TextDecoder(label, { ignoreBOM: true }).decode(content, { stream: isCut }), encoding };
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(bytes, { stream: isCut }), encoding: 'utf-8' };
  } catch (cause) {
    // Encoding standard: a TypeError means that the bytes are not UTF-8.
    if (!(cause instanceof TypeError)) throw cause;
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

function markOf(bytes: Uint8Array): readonly [Encoding, number] | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return ['utf-8-bom', 3];
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le', 2];
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be', 2];
  return undefined;
}

/** Returns undefined if the encoding lacks a character of the text. */
export function encodeText(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | undefined {
  switch (encoding) {
    case 'utf-8':
      return text.isWellFormed() ? new TextEncoder().encode(text) : undefined;
    case 'utf-8-bom':
      return text.isWellFormed() ? new TextEncoder().encode(`\ufeff${text}`) : undefined;
    case 'utf-16le':
      return encodeUtf16(text, true);
    case 'utf-16be':
      return encodeUtf16(text, false);
    case 'windows-1252':
      return encodeWindows1252(text);
  }
}

/** Unpaired surrogates become U+FFFD. */
export function encodeAsUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function encodeUtf16(text: string, isLittleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, isLittleEndian);
  for (let at = 0; at < text.length; at += 1) {
    view.setUint16(2 + at * 2, text.charCodeAt(at), isLittleEndian);
  }
  return new Uint8Array(view.buffer);
}

let bytesOfCharacters: ReadonlyMap<string, number> | undefined;

function encodeWindows1252(text: string): Uint8Array<ArrayBuffer> | undefined {
  bytesOfCharacters ??= new Map(
    Array.from(new TextDecoder('windows-1252').decode(allBytes()), (character, byte) => [character, byte]),
  );
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = bytesOfCharacters.get(text.charAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

function allBytes(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => byte);
}

/** With `mixed`, the line breaks stay in the lines. */
export type LineBreak = '\n' | '\r\n' | '\r' | 'mixed';

export function lineBreakOf(text: string): LineBreak {
  const found = new Set<string>();
  for (const [lineBreak] of text.matchAll(/\r\n?|\n/g)) {
    found.add(lineBreak);
    if (found.size > 1) return 'mixed';
  }
  if (found.has('\r\n')) return '\r\n';
  return found.has('\r') ? '\r' : '\n';
}
