import { SERVER_LIMITS } from '@coffer/contracts';
import { isDocument } from '../pictures/pdfium.ts';
import { isUtf16 } from './decode-text.ts';
import type { TextFormat } from './texts.ts';

/** How many bytes are needed to detect the format. */
export const HEAD_BYTES = 4_096;
/** A character has at most four bytes, and the rest of a plain text is not read. */
const PLAIN_BYTES_MAX = 4 * SERVER_LIMITS.textBytesMax;

/** Detects the format by the first bytes, and for plain text by the media type. Undefined: no readable text. */
export function textFormatOf(head: Buffer, mediaType: string): TextFormat | undefined {
  if (isDocument(head)) return 'pdf';
  if (head.subarray(0, 4).equals(ZIP)) return 'zip';
  if (isBinary(head)) return undefined;
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return 'html';
  return mediaType === 'message/rfc822' ? 'mail' : 'plain';
}

/** How many bytes of a file have to be read. */
export function neededBytes(format: TextFormat, sizeBytes: number): number {
  return format === 'plain' ? Math.min(sizeBytes, PLAIN_BYTES_MAX) : sizeBytes;
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const OTHER_CONTROLS_SHARE_MAX = 0.02;

function isBinary(head: Buffer): boolean {
  if (isUtf16(head)) return false;
  if (head.includes(0)) return true;
  const controls = head.filter((byte) => byte < 32 && ![9, 10, 12, 13, 27].includes(byte));
  return controls.length > head.length * OTHER_CONTROLS_SHARE_MAX;
}
