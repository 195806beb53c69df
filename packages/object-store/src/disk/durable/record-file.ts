import { crc32 } from 'node:zlib';
import { parseJson } from '@coffer/kit';

const SEAL = /,"seal":"([0-9a-f]{8})"\}$/;
const SEAL_PLACE = /,"[^"]{4}":"[^"]{8}"\}$/;
const LINE_END = 0x0a;

/** Writes JSON whose last field is the CRC32 of the rest. */
export function writeRecord(record: object): string {
  const text = JSON.stringify(record);
  return `${text.slice(0, -1)},"seal":"${sealOf(text)}"}`;
}

/**
 * The bytes of a small object follow the JSON line of its record in the same file, so both are committed and deleted
 * together. The JSON contains no line break.
 */
export function writeRecordWithBytes(record: object, bytes: Uint8Array): Buffer {
  return Buffer.concat(recordPieces(record, bytes));
}

export function recordPieces(record: object, bytes: Uint8Array): readonly Uint8Array[] {
  return [Buffer.from(`${writeRecord(record)}\n`), bytes];
}

export function splitRecord(content: Buffer): { readonly text: string; readonly bytes?: Buffer } {
  const end = content.indexOf(LINE_END);
  if (end === -1) return { text: content.toString('utf8') };
  return { text: content.toString('utf8', 0, end), bytes: content.subarray(end + 1) };
}

/** Undefined for invalid JSON or a wrong seal. Old records have no seal. */
export function readRecordText(text: string): unknown {
  if (SEAL_PLACE.test(text)) {
    const seal = SEAL.exec(text);
    if (seal === null || sealOf(`${text.slice(0, seal.index)}}`) !== seal[1]) return undefined;
  }
  return parseJson(text);
}

/** Like `readRecordText`, but the seal is required. Records in packs always have one. */
export function readSealedText(text: string): unknown {
  return SEAL.test(text) ? readRecordText(text) : undefined;
}

function sealOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
