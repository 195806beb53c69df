import { crc32 } from './crc32.ts';
import type { Parts } from './unpack-zip.ts';
import { directoryEntryOf, endOf, footerOf, headerOf, type WrittenEntry } from './zip-records.ts';

const EPOCH = new Date(1980, 0, 1);

/** Packs without compression: a reader gets no more bytes than the archive contains. */
export function packZip(parts: Parts): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  const written: WrittenEntry[] = [];
  let length = 0;
  const add = (piece: Uint8Array): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const [path, bytes] of parts) {
    const entry = { path, isFolder: false, sizeBytes: bytes.length, modifiedAt: EPOCH };
    const crc = crc32(bytes);
    written.push({ entry, offset: length, crc });
    add(headerOf(entry));
    add(bytes);
    add(footerOf(entry, crc));
  }
  const offset = length;
  for (const each of written) add(directoryEntryOf(each));
  add(endOf(written.length, offset, length - offset));
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
