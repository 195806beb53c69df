import { createHash, createPrivateKey, createPublicKey, diffieHellman, getDiffieHellman } from 'node:crypto';

/** The prime of the 3072-bit group: RFC 5054 appendix A, the same as RFC 3526 group 15. */
const PRIME_BYTES = getDiffieHellman('modp15').getPrime();
export const PRIME = fromBytes(PRIME_BYTES);
export const GENERATOR = 2n;
export const PRIME_SIZE_BYTES = PRIME_BYTES.length;

/** The multiplier k = SHA-256(pad(N) ‖ pad(g)). */
export const MULTIPLIER = fromBytes(sha256(pad(PRIME), pad(GENERATOR)));

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function fromBytes(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

/** The smallest unsigned big-endian form. */
export function toBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** The smallest two's-complement form, which is how Cognito hashes every integer: 00 goes before a set top bit. */
export function pad(value: bigint): Buffer {
  const bytes = toBytes(value);
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
}

/** g^exponent mod N. OpenSSL computes it in constant time while it imports the exponent as a private key. */
export function powGenerator(exponent: bigint): bigint {
  if (exponent <= 0n) return powPlain(GENERATOR, exponent);
  const spki = createPublicKey(privateKey(exponent)).export({ format: 'der', type: 'spki' });
  return fromBytes(lastInteger(spki));
}

/**
 * base^exponent mod N as a Diffie-Hellman agreement of OpenSSL, five times faster than BigInt and constant in time.
 * OpenSSL refuses the trivial bases 0, 1 and N-1, whose powers need no secret to be known.
 */
export function pow(base: bigint, exponent: bigint): bigint {
  const reduced = base % PRIME;
  if (reduced <= 1n || reduced === PRIME - 1n || exponent <= 0n) return powPlain(reduced, exponent);
  const shared = diffieHellman({ privateKey: privateKey(exponent), publicKey: publicKey(reduced) });
  return fromBytes(shared);
}

/** Square and multiply, for the trivial cases above and as the measure of the tests. */
export function powPlain(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % PRIME;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const BIT_STRING = 0x03;
/** dhKeyAgreement of PKCS #3, 1.2.840.113549.1.3.1, as a DER object identifier. */
const DH_KEY_AGREEMENT = Buffer.from('06092a864886f70d010301', 'hex');

const ALGORITHM = der(
  SEQUENCE,
  Buffer.concat([DH_KEY_AGREEMENT, der(SEQUENCE, Buffer.concat([derInteger(PRIME), derInteger(GENERATOR)]))]),
);

function privateKey(exponent: bigint) {
  const body = Buffer.concat([derInteger(0n), ALGORITHM, der(OCTET_STRING, derInteger(exponent))]);
  return createPrivateKey({ format: 'der', type: 'pkcs8', key: der(SEQUENCE, body) });
}

function publicKey(value: bigint) {
  const bits = der(BIT_STRING, Buffer.concat([Buffer.of(0), derInteger(value)]));
  return createPublicKey({
    format: 'der',
    type: 'spki',
    key: der(SEQUENCE, Buffer.concat([ALGORITHM, bits])),
  });
}

function derInteger(value: bigint): Buffer {
  return der(INTEGER, pad(value));
}

function der(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

/** The integer inside the bit string that ends a SubjectPublicKeyInfo of this group. */
function lastInteger(spki: Buffer): Buffer {
  let at = readHeader(spki, 0).contentAt;
  const algorithm = readHeader(spki, at);
  at = algorithm.contentAt + algorithm.size;
  const bits = readHeader(spki, at);
  const integer = readHeader(spki, bits.contentAt + 1);
  return spki.subarray(integer.contentAt, integer.contentAt + integer.size);
}

function readHeader(bytes: Buffer, at: number): { contentAt: number; size: number } {
  const first = bytes.readUInt8(at + 1);
  if (first < 0x80) return { contentAt: at + 2, size: first };
  const count = first & 0x7f;
  return { contentAt: at + 2 + count, size: bytes.readUIntBE(at + 2, count) };
}
