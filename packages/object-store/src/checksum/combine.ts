import { assert } from '@coffer/kit';
import type { ChecksumAlgorithm } from './algorithms.ts';

/** The algorithms whose value for A followed by B can be computed from the values for A and for B. */
export type CombinableAlgorithm = Extract<ChecksumAlgorithm, 'crc32' | 'crc32c' | 'crc64nvme'>;

export function isCombinable(algorithm: ChecksumAlgorithm): algorithm is CombinableAlgorithm {
  return algorithm === 'crc32' || algorithm === 'crc32c' || algorithm === 'crc64nvme';
}

export interface CombinablePart {
  /** Big-endian value of the part. */
  readonly digest: Buffer;
  readonly sizeBytes: number;
}

/**
 * The CRC of the concatenation of `parts`, from the CRC and length of each: crc(AB) = crc(A)·x^(8·|B|) + crc(B)
 * modulo the polynomial, over GF(2). Parts of equal length share their power of x, so a whole object of equal
 * parts costs one multiplication a part.
 * @see https://stackoverflow.com/a/23126768 (Mark Adler on combining CRCs)
 */
export function combineCrcs(algorithm: CombinableAlgorithm, parts: readonly CombinablePart[]): Buffer {
  const field = FIELDS[algorithm];
  const powers = new Map<number, bigint>();
  let value = 0n;
  for (const part of parts) {
    let power = powers.get(part.sizeBytes);
    if (power === undefined) {
      power = powerOfX(field, BigInt(part.sizeBytes) * 8n);
      powers.set(part.sizeBytes, power);
    }
    value = multiply(field, power, value) ^ BigInt(`0x${part.digest.toString('hex')}`);
  }
  return Buffer.from(value.toString(16).padStart(field.bits / 4, '0'), 'hex');
}

/** Polynomials modulo a generator, reflected: the highest bit is the coefficient of x^0. */
interface Field {
  readonly bits: number;
  readonly polynomial: bigint;
}

const FIELDS: Readonly<Record<CombinableAlgorithm, Field>> = {
  crc32: { bits: 32, polynomial: 0xedb88320n },
  crc32c: { bits: 32, polynomial: 0x82f63b78n },
  crc64nvme: { bits: 64, polynomial: 0x9a6c9329ac4bc9b5n },
};

function multiply(field: Field, a: bigint, b: bigint): bigint {
  let product = 0n;
  let shifted = b;
  for (let bit = 1n << BigInt(field.bits - 1); bit !== 0n; bit >>= 1n) {
    if ((a & bit) !== 0n) product ^= shifted;
    shifted = (shifted & 1n) === 0n ? shifted >> 1n : (shifted >> 1n) ^ field.polynomial;
  }
  return product;
}

function powerOfX(field: Field, exponent: bigint): bigint {
  assert(exponent >= 0n, 'a part has no negative length');
  let result = 1n << BigInt(field.bits - 1);
  let square = result >> 1n;
  for (let rest = exponent; rest !== 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = multiply(field, square, result);
    square = multiply(field, square, square);
  }
  return result;
}
