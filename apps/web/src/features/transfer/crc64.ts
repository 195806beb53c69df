/**
 * CRC-64/NVME of bytes, eight at a time by eight tables, in halves of 32 bits, since a page has no fast integer of 64. As base64 of
 * the big-endian value, as S3 writes it. In a file of its own without a library, so that every browser carries few bytes for it.
 * @see https://reveng.sourceforge.io/crc-catalogue/all.htm#crc.cat.crc-64-nvme
 */
export function crc64Nvme(bytes: Uint8Array): string {
  const [lows, highs] = (tables ??= makeTables());
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let low = ~0;
  let high = ~0;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    const one = low ^ view.getInt32(at, true);
    const two = high ^ view.getInt32(at + 4, true);
    const [a, b, c, d] = [
      1792 + (one & 255),
      1536 + ((one >>> 8) & 255),
      1280 + ((one >>> 16) & 255),
      1024 + (one >>> 24),
    ];
    const [e, f, g, h] = [
      768 + (two & 255),
      512 + ((two >>> 8) & 255),
      256 + ((two >>> 16) & 255),
      two >>> 24,
    ];
    low =
      at32(lows, a) ^
      at32(lows, b) ^
      at32(lows, c) ^
      at32(lows, d) ^
      at32(lows, e) ^
      at32(lows, f) ^
      at32(lows, g) ^
      at32(lows, h);
    high =
      at32(highs, a) ^
      at32(highs, b) ^
      at32(highs, c) ^
      at32(highs, d) ^
      at32(highs, e) ^
      at32(highs, f) ^
      at32(highs, g) ^
      at32(highs, h);
  }
  for (; at < bytes.length; at += 1) {
    const index = (low ^ view.getUint8(at)) & 255;
    low = ((low >>> 8) | (high << 24)) ^ at32(lows, index);
    high = (high >>> 8) ^ at32(highs, index);
  }
  const sum = new DataView(new ArrayBuffer(8));
  sum.setInt32(0, ~high);
  sum.setInt32(4, ~low);
  return btoa(String.fromCharCode(...new Uint8Array(sum.buffer)));
}

const POLYNOMIAL_HIGH = 0x9a6c9329;
const POLYNOMIAL_LOW = 0xac4bc9b5;

let tables: readonly [Int32Array, Int32Array] | undefined;

/** Table `n` of 256 values stands from 256 n on: what a byte does to the sum when `n` more bytes follow it. */
function makeTables(): readonly [Int32Array, Int32Array] {
  const lows = new Int32Array(2048);
  const highs = new Int32Array(2048);
  for (let byte = 0; byte < 256; byte += 1) {
    let low = byte;
    let high = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      const isOdd = (low & 1) === 1;
      low = ((low >>> 1) | (high << 31)) ^ (isOdd ? POLYNOMIAL_LOW : 0);
      high = (high >>> 1) ^ (isOdd ? POLYNOMIAL_HIGH : 0);
    }
    lows[byte] = low;
    highs[byte] = high;
  }
  for (let at = 256; at < 2048; at += 1) {
    const low = at32(lows, at - 256);
    const high = at32(highs, at - 256);
    lows[at] = ((low >>> 8) | (high << 24)) ^ at32(lows, low & 255);
    highs[at] = (high >>> 8) ^ at32(highs, low & 255);
  }
  return [lows, highs];
}

function at32(table: Int32Array, index: number): number {
  return table[index] ?? 0;
}
