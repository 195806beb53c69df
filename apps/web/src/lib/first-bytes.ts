export const FIRST_BYTES = 4_096;

/** Returns undefined for unknown types. All text is reported as `text/plain`. */
export async function mediaTypeOfBytes(bytes: Uint8Array): Promise<string | undefined> {
  const known = textOrStream(bytes);
  if (known !== undefined) return known;
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes))?.mime;
}

/** Distinguishes text from MPEG transport streams: both use the file extension `.ts`. */
export function textOrStream(bytes: Uint8Array): 'text/plain' | 'video/mp2t' | undefined {
  if (isTransportStream(bytes)) return 'video/mp2t';
  return isText(bytes) && !startsWith(bytes, '%PDF-') ? 'text/plain' : undefined;
}

const SYNC = 0x47;
/** Some cameras put a 4-byte timestamp before each packet. */
const PACKETS = [
  { from: 0, length: 188 },
  { from: 4, length: 192 },
] as const;
const PACKETS_SEEN = 3;

/** ISO/IEC 13818-1: every packet begins with 0x47. If the stream is short, all its packets must match. */
function isTransportStream(bytes: Uint8Array): boolean {
  return PACKETS.some(({ from, length }) => {
    const count = Math.min(PACKETS_SEEN, Math.floor(bytes.length / length));
    const starts = Array.from({ length: count }, (_, index) => from + index * length);
    return count > 0 && bytes.some((byte) => byte === 0) && starts.every((start) => bytes[start] === SYNC);
  });
}

/** Bytes without a character in Windows-1252. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const SPECIAL_SHARE_MAX = 0.3;

function isText(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  if (bytes.some(isControl)) return false;
  if (isUtf8(bytes)) return true;
  const special = bytes.filter((byte) => byte >= 0x80);
  return !special.some((byte) => UNUSED.has(byte)) && special.length <= bytes.length * SPECIAL_SHARE_MAX;
}

/** Whitespace and ESC (terminal colors) do not count. */
function isControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Array.from(text).every((character, index) => bytes[index] === character.charCodeAt(0));
}
