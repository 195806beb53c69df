import { assert } from './assert.ts';

/** Polynomials modulo a generator, reflected: the highest bit is the coefficient of x^0. */
interface Field {
  readonly bits: number;
  readonly polynomial: bigint;
}

/** @see https://reveng.sourceforge.io/crc-catalogue/all.htm */
const FIELDS = {
  crc32: { bits: 32, polynomial: 0xedb88320n },
  crc32c: { bits: 32, polynomial: 0x82f63b78n },
  crc64nvme: { bits: 64, polynomial: 0x9a6c9329ac4bc9b5n },
} as const satisfies Readonly<Record<string, Field>>;

export type CrcAlgorithm = keyof typeof FIELDS;

export interface CrcPart {
  /** Big-endian. */
  readonly digest: Uint8Array;
  readonly sizeBytes: number;
}

/**
 * Computes the CRC of concatenated parts: crc(AB) = crc(A)·x^(8·|B|) + crc(B) modulo the polynomial, over GF(2). Parts
 * of equal length share one power of x.
 * @see https://stackoverflow.com/a/23126768 (Mark Adler on combining CRCs)
 */
export function combineCrcs(algorithm: CrcAlgorithm, parts: readonly CrcPart[]): Uint8Array<ArrayBuffer> {
  const field = FIELDS[algorithm];
  const powers = new Map<number, bigint>();
  let value = 0n;
  for (const { digest, sizeBytes } of parts) {
    const power = powers.get(sizeBytes) ?? powerOfX(field, BigInt(sizeBytes) * 8n);
    powers.set(sizeBytes, power);
    value = multiply(field, power, value) ^ toBigInt(digest);
  }
  return toBytes(value, field.bits / 8);
}

function multiply(field: Field, a: bigint, b: bigint): bigint {
  let product = 0n;
  let shifted = b;
  for (let bit = 1n << BigInt(field.bits - 1); bit !== 0n && shifted !== 0n; bit >>= 1n) {
    if ((a & bit) !== 0n) product ^= shifted;
    shifted = (shifted & 1n) === 0n ? shifted >> 1n : (shifted >> 1n) ^ field.polynomial;
  }
  return product;
}

function powerOfX(field: Field, exponent: bigint): bigint {
  assert(exponent >= 0n, 'a part has a negative length');
  let result = 1n << BigInt(field.bits - 1);
  let square = result >> 1n;
  for (let rest = exponent; rest !== 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = multiply(field, square, result);
    square = multiply(field, square, square);
  }
  return result;
}

function toBigInt(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

function toBytes(value: bigint, count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count);
  let rest = value;
  for (let at = count - 1; at >= 0; at -= 1) {
    bytes[at] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}
