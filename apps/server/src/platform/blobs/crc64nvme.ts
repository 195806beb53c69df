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

/** The sum of two contents one behind the other, from the sum of each and the length of the second (in bytes). */
export function combineCrc64(first: string, second: string, secondBytes: number): string {
  let sum = Buffer.from(first, 'base64').readBigUInt64BE();
  let power = squared(squared(squared(SHIFT_ONE)));
  for (let rest = secondBytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) sum = times(power, sum);
    power = squared(power);
  }
  return toBase64(sum ^ Buffer.from(second, 'base64').readBigUInt64BE());
}

/** What one zero bit behind does to a remainder, as a matrix over two elements: the image of each bit. */
const SHIFT_ONE: readonly bigint[] = Array.from({ length: 64 }, (_, bit) =>
  bit === 0 ? POLYNOMIAL : 1n << BigInt(bit - 1),
);

function times(matrix: readonly bigint[], vector: bigint): bigint {
  let sum = 0n;
  for (let bit = 0, rest = vector; rest !== 0n; bit += 1, rest >>= 1n) {
    if ((rest & 1n) === 1n) sum ^= matrix[bit] ?? 0n;
  }
  return sum;
}

function squared(matrix: readonly bigint[]): readonly bigint[] {
  return matrix.map((column) => times(matrix, column));
}
