/**
 * CRC-64/NVME of bytes that come piece by piece, and the sum of two contents from their sums. Reflected, polynomial
 * 0x9a6c9329ac4bc9b5, all bits inverted at both ends; written as the 8 bytes of the number, high byte first, in base64.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
const POLYNOMIAL = 0x9a_6c_93_29_ac_4b_c9_b5n;
const ALL = 0xff_ff_ff_ff_ff_ff_ff_ffn;
const SLICES = 8;

/** For each of the eight bytes that are taken at once, the low and the high half of its remainder. */
const TABLES = makeTables();

function makeTables(): { readonly low: Uint32Array; readonly high: Uint32Array } {
  const low = new Uint32Array(SLICES * 256);
  const high = new Uint32Array(SLICES * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let rest = BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1n) === 0n ? rest >> 1n : (rest >> 1n) ^ POLYNOMIAL;
    for (let slice = 0; slice < SLICES; slice += 1) {
      low[slice * 256 + byte] = Number(rest & 0xff_ff_ff_ffn);
      high[slice * 256 + byte] = Number(rest >> 32n);
      for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1n) === 0n ? rest >> 1n : (rest >> 1n) ^ POLYNOMIAL;
    }
  }
  return { low, high };
}

export interface Crc64 {
  update(bytes: Uint8Array): void;
  /** Base64. */
  digest(): string;
}

export function createCrc64(): Crc64 {
  let low = 0xff_ff_ff_ff;
  let high = 0xff_ff_ff_ff;
  const { low: lows, high: highs } = TABLES;
  return {
    update: (bytes) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const whole = bytes.length - (bytes.length % SLICES);
      for (let index = 0; index < whole; index += SLICES) {
        const first = low ^ view.getUint32(index, true);
        const second = high ^ view.getUint32(index + 4, true);
        let nextLow = 0;
        let nextHigh = 0;
        for (let byte = 0; byte < 4; byte += 1) {
          const one = (7 - byte) * 256 + ((first >>> (byte * 8)) & 0xff);
          const two = (3 - byte) * 256 + ((second >>> (byte * 8)) & 0xff);
          nextLow ^= at(lows, one) ^ at(lows, two);
          nextHigh ^= at(highs, one) ^ at(highs, two);
        }
        low = nextLow;
        high = nextHigh;
      }
      for (let index = whole; index < bytes.length; index += 1) {
        const entry = (low ^ (bytes[index] ?? 0)) & 0xff;
        low = (low >>> 8) | ((high & 0xff) << 24);
        low ^= at(lows, entry);
        high = (high >>> 8) ^ at(highs, entry);
      }
    },
    digest: () => toBase64(((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)) ^ ALL),
  };
}

function at(table: Uint32Array, index: number): number {
  return table[index] ?? 0;
}

function toBase64(value: bigint): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes.toString('base64');
}

/** A piece of a content: its sum, in base64, and its length. */
export interface SummedPiece {
  readonly sum: string;
  readonly sizeBytes: number;
}

/**
 * The sum of pieces one behind the other, from their sums and lengths: crc(AB) = crc(A)·x^(8·|B|) + crc(B) modulo the polynomial, over GF(2).
 * Pieces of equal length share their power of x, so each costs one multiplication.
 * @see https://stackoverflow.com/a/23126768 (Mark Adler on combining CRCs)
 */
export function combineCrc64(pieces: readonly SummedPiece[]): string {
  const powers = new Map<number, bigint>();
  let whole = 0n;
  for (const { sum, sizeBytes } of pieces) {
    const power = powers.get(sizeBytes) ?? shiftOf(sizeBytes);
    powers.set(sizeBytes, power);
    whole = product(power, whole) ^ Buffer.from(sum, 'base64').readBigUInt64BE();
  }
  return toBase64(whole);
}

/** Reflected, as the sums are: the highest bit is the coefficient of x^0. */
const ONE = 1n << 63n;

function product(a: bigint, b: bigint): bigint {
  let sum = 0n;
  let shifted = b;
  for (let bit = ONE; bit !== 0n && shifted !== 0n; bit >>= 1n) {
    if ((a & bit) !== 0n) sum ^= shifted;
    shifted = (shifted & 1n) === 0n ? shifted >> 1n : (shifted >> 1n) ^ POLYNOMIAL;
  }
  return sum;
}

/** x^(8·bytes) modulo the polynomial. */
function shiftOf(bytes: number): bigint {
  let power = ONE;
  let square = ONE >> 8n;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = product(square, power);
    square = product(square, square);
  }
  return power;
}
