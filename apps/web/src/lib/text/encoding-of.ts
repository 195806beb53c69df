export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Judges by a byte order mark, or else by the bytes. Windows-1252 accepts every byte. */
export function encodingOf(bytes: Uint8Array): TextEncodingName {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8Beginning(bytes) ? 'utf-8' : (utf16WithoutMark(bytes) ?? 'windows-1252');
}

/** The last character may be incomplete. */
function isUtf8Beginning(bytes: Uint8Array): boolean {
  if (utf16WithoutMark(bytes) !== undefined) return false;
  return !new TextDecoder('utf-8').decode(bytes, { stream: true }).includes('\ufffd');
}

const SEEN = 1_024;

/** Latin text in UTF-16 has a zero in every other byte. */
function utf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const seen = bytes.subarray(0, SEEN);
  if (seen.length < 4) return undefined;
  const zeros: [even: number, odd: number] = [0, 0];
  for (const [index, byte] of seen.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  const half = seen.length / 2;
  if (zeros[1] > half * 0.8 && zeros[0] < half * 0.1) return 'utf-16le';
  if (zeros[0] > half * 0.8 && zeros[1] < half * 0.1) return 'utf-16be';
  return undefined;
}
