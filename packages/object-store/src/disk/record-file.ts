import { crc32 } from 'node:zlib';

const SEAL = /,"seal":"([0-9a-f]{8})"\}$/;
const LINE_END = 0x0a;

/** A record as it is written: JSON whose last field is the CRC32 of the rest, so that a changed digit is not taken for a fact. */
export function writeRecord(record: object): string {
  const text = JSON.stringify(record);
  return `${text.slice(0, -1)},"seal":"${sealOf(text)}"}`;
}

/**
 * [Note: Bytes in the record] The bytes of a small object stand in the file of its record, behind the line of JSON, which never holds
 * a line end of its own. So they become durable, visible and unnamed together with it.
 */
export function writeRecordWithBytes(record: object, bytes: Uint8Array): Buffer {
  return Buffer.concat(recordPieces(record, bytes));
}

/** The same, not joined yet. */
export function recordPieces(record: object, bytes: Uint8Array): readonly Uint8Array[] {
  return [Buffer.from(`${writeRecord(record)}\n`), bytes];
}

/** The two halves of a record's file; a record without bytes is all text. */
export function splitRecord(content: Buffer): { readonly text: string; readonly bytes?: Buffer } {
  const end = content.indexOf(LINE_END);
  if (end === -1) return { text: content.toString('utf8') };
  return { text: content.toString('utf8', 0, end), bytes: content.subarray(end + 1) };
}

/** The JSON of a record; undefined when it is none, or not what was written. One without a seal is an older one. */
export function readRecordText(text: string): unknown {
  const seal = SEAL.exec(text);
  if (seal !== null && sealOf(`${text.slice(0, seal.index)}}`) !== seal[1]) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The same where there are no older ones: in packs. */
export function readSealedText(text: string): unknown {
  return SEAL.test(text) ? readRecordText(text) : undefined;
}

function sealOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
