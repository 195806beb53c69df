import { crc32 } from 'node:zlib';

const SEAL = /,"seal":"([0-9a-f]{8})"\}$/;

/** A record as it is written: JSON whose last field is the CRC32 of the rest, so that a changed digit is not taken for a fact. */
export function writeRecord(record: object): string {
  const text = JSON.stringify(record);
  return `${text.slice(0, -1)},"seal":"${sealOf(text)}"}`;
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

function sealOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
