import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPair,
  type KeyObject,
  publicEncrypt,
  type PublicKeyInput,
} from 'node:crypto';
import { GENERATOR, modPow, PRIME } from '@coffer/srp';

const PRIME_BYTES = toBytes(PRIME);
export const PRIME_SIZE_BYTES = PRIME_BYTES.length;

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function fromBytes(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

export function toBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** Like `toSignedBytes` of @coffer/srp, but faster. */
export function pad(value: bigint): Buffer {
  const bytes = toBytes(value);
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
}

/** g^exponent mod N, in constant time: OpenSSL computes it when it imports a private key. */
export function powGenerator(exponent: bigint): bigint {
  return exponent <= 0n ? modPow(GENERATOR, exponent) : importExponent(exponent).power;
}

/**
 * base^exponent mod N by Diffie-Hellman, in constant time. The import costs a second power, so reuse an `Exponent` where
 * possible.
 */
export function pow(base: bigint, exponent: bigint): bigint {
  const reduced = base % PRIME;
  if (isTrivial(reduced) || exponent <= 0n) return modPow(reduced, exponent);
  const shared = diffieHellman({
    privateKey: importExponent(exponent).privateKey,
    publicKey: publicKey(reduced),
  });
  return fromBytes(shared);
}

/** OpenSSL refuses 0, 1 and N-1. */
function isTrivial(base: bigint): boolean {
  return base <= 1n || base === PRIME - 1n;
}

export interface Exponent {
  readonly value: bigint;
  readonly power: bigint;
  readonly privateKey: KeyObject;
}

export function importExponent(value: bigint): Exponent {
  const body = Buffer.concat([derInteger(0n), ALGORITHM, der(OCTET_STRING, derInteger(value))]);
  const key = createPrivateKey({ format: 'der', type: 'pkcs8', key: der(SEQUENCE, body) });
  return { value, power: powerOf(createPublicKey(key)), privateKey: key };
}

export async function createExponent(): Promise<Exponent> {
  return await new Promise((resolve, reject) => {
    generateKeyPair('dh', { group: 'modp15' }, (error, open, privateKey) => {
      if (error !== null) return reject(error);
      const value = fromBytes(secretInteger(privateKey.export({ format: 'der', type: 'pkcs8' })));
      return resolve({ value, power: powerOf(open), privateKey });
    });
  });
}

/** base^exponent mod N in constant time, off the main thread. */
export async function powSecret(base: bigint, exponent: Exponent): Promise<bigint> {
  const reduced = base % PRIME;
  if (isTrivial(reduced)) return modPow(reduced, exponent.value);
  return await new Promise((resolve, reject) => {
    diffieHellman(
      { privateKey: exponent.privateKey, publicKey: publicKey(reduced) },
      (error: Error | null, shared: Buffer) => (error === null ? resolve(fromBytes(shared)) : reject(error)),
    );
  });
}

/** base^exponent mod N for public exponents: not constant time. Uses raw RSA, whose key import is cheap. */
export function powPublic(base: bigint, exponent: bigint): bigint {
  const reduced = base % PRIME;
  const key = { kty: 'RSA', n: MODULUS, e: toBytes(exponent).toString('base64url') };
  const padded = Buffer.from(reduced.toString(16).padStart(PRIME_SIZE_BYTES * 2, '0'), 'hex');
  return fromBytes(publicEncrypt({ format: 'jwk', key, padding: constants.RSA_NO_PADDING }, padded));
}
const MODULUS = PRIME_BYTES.toString('base64url');

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const BIT_STRING = 0x03;
/** OID of dhKeyAgreement (PKCS #3), in DER. */
const DH_KEY_AGREEMENT = Buffer.from('06092a864886f70d010301', 'hex');

const ALGORITHM = der(
  SEQUENCE,
  Buffer.concat([DH_KEY_AGREEMENT, der(SEQUENCE, Buffer.concat([derInteger(PRIME), derInteger(GENERATOR)]))]),
);

/** A key as plain input, which saves creating a key object for a single use. */
function publicKey(value: bigint): PublicKeyInput {
  const bits = der(BIT_STRING, Buffer.concat([Buffer.of(0), derInteger(value)]));
  return { format: 'der', type: 'spki', key: der(SEQUENCE, Buffer.concat([ALGORITHM, bits])) };
}

function derInteger(value: bigint): Buffer {
  return der(INTEGER, pad(value));
}

function der(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function powerOf(key: KeyObject): bigint {
  return fromBytes(publicInteger(key.export({ format: 'der', type: 'spki' })));
}

function publicInteger(spki: Buffer): Buffer {
  const algorithm = readHeader(spki, readHeader(spki, 0).contentAt);
  const bits = readHeader(spki, algorithm.contentAt + algorithm.size);
  return contentOf(spki, bits.contentAt + 1);
}

function secretInteger(pkcs8: Buffer): Buffer {
  const version = readHeader(pkcs8, readHeader(pkcs8, 0).contentAt);
  const algorithm = readHeader(pkcs8, version.contentAt + version.size);
  const octets = readHeader(pkcs8, algorithm.contentAt + algorithm.size);
  return contentOf(pkcs8, octets.contentAt);
}

function contentOf(bytes: Buffer, at: number): Buffer {
  const { contentAt, size } = readHeader(bytes, at);
  return bytes.subarray(contentAt, contentAt + size);
}

function readHeader(bytes: Buffer, at: number): { readonly contentAt: number; readonly size: number } {
  const first = bytes.readUInt8(at + 1);
  if (first < 0x80) return { contentAt: at + 2, size: first };
  const count = first & 0x7f;
  return { contentAt: at + 2 + count, size: bytes.readUIntBE(at + 2, count) };
}
