const BYTE_ORDER_MARKS = [
  { label: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { label: 'utf-16le', bytes: [0xff, 0xfe] },
  { label: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Decodes UTF-8 or UTF-16, with or without a byte order mark. Treats other bytes as Latin-1, as browsers do; never
 * throws.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

export function isUtf16(head: Uint8Array): boolean {
  return markOf(head)?.startsWith('utf-16') ?? unmarkedUtf16Of(head) !== undefined;
}

function encodingOf(bytes: Uint8Array): Encoding {
  return markOf(bytes) ?? unmarkedUtf16Of(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

function markOf(bytes: Uint8Array): Encoding | undefined {
  return BYTE_ORDER_MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))?.label;
}

const LOOKED_AT = 4_096;
const ZEROS_SHARE_MIN = 0.2;

/** In UTF-16, Latin letters, spaces and line ends have a zero in one of their two bytes, always the same one. */
function unmarkedUtf16Of(bytes: Uint8Array): Encoding | undefined {
  const head = bytes.subarray(0, LOOKED_AT);
  if (head.length < 4) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const needed = (head.length / 2) * ZEROS_SHARE_MIN;
  if (odd >= needed && even === 0) return 'utf-16le';
  return even >= needed && odd === 0 ? 'utf-16be' : undefined;
}

/** The last character may be incomplete. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
