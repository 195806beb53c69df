/**
 * Pass the previous value to continue. @see https://reveng.sourceforge.io/crc-catalogue/all.htm#crc.cat.crc-32-iso-hdlc
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  const table = (tables ??= makeTables());
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let value = ~before;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    const one = value ^ view.getInt32(at, true);
    const two = view.getInt32(at + 4, true);
    value =
      read(table, 1792 + (one & 255)) ^
      read(table, 1536 + ((one >>> 8) & 255)) ^
      read(table, 1280 + ((one >>> 16) & 255)) ^
      read(table, 1024 + (one >>> 24)) ^
      read(table, 768 + (two & 255)) ^
      read(table, 512 + ((two >>> 8) & 255)) ^
      read(table, 256 + ((two >>> 16) & 255)) ^
      read(table, two >>> 24);
  }
  for (; at < bytes.length; at += 1) {
    value = (value >>> 8) ^ read(table, (value ^ view.getUint8(at)) & 255);
  }
  return ~value >>> 0;
}

const POLYNOMIAL = 0xedb88320;
let tables: Int32Array | undefined;

/** Table `n` holds the effect of a byte followed by `n` other bytes. */
function makeTables(): Int32Array {
  const made = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    made[byte] = value;
  }
  for (let at = 256; at < made.length; at += 1) {
    const last = read(made, at - 256);
    made[at] = (last >>> 8) ^ read(made, last & 255);
  }
  return made;
}

function read(table: Int32Array, at: number): number {
  return table[at] ?? 0;
}
