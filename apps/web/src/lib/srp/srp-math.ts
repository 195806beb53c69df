import { type Bytes, sha256, utf8 } from './digest.ts';

/**
 * The arithmetic of SRP-6a as Amazon Cognito does it: the 3072-bit group of RFC 5054 (Appendix A) with g = 2,
 * SHA-256, and every integer hashed as the bytes that Java's `BigInteger.toByteArray()` would give.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5054#appendix-A
 */

const PRIME = BigInt(
  '0x' +
    'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd' +
    'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed' +
    'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f' +
    '83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b' +
    'e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510' +
    '15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7' +
    'abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c' +
    'bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff',
);
const GENERATOR = 2n;
/** SHA-256(pad(N) || pad(g)); a constant of the group, and a test computes it again. */
const MULTIPLIER = BigInt('0x538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6');

/** No honest number of the protocol is longer than the group's prime (3072 bits) with its sign byte. */
const HEX_DIGITS_MAX = 770;

/** The server sent numbers that no honest server sends; signing in must stop, and nothing may be sent back. */
export class SrpProtocolError extends Error {
  override readonly name = 'SrpProtocolError';
}

/** Reads a hexadecimal number of the server; leading zeros carry no meaning. Throws {@link SrpProtocolError}. */
export function parseHexNumber(hex: string): bigint {
  if (hex.length > HEX_DIGITS_MAX || !/^[0-9a-f]+$/i.test(hex)) {
    throw new SrpProtocolError('not a number of the protocol');
  }
  return BigInt(`0x${hex}`);
}

/** The shortest two's-complement form of a number that is not negative: one zero byte first if the top bit is set. */
export function toSignedBytes(value: bigint): Bytes {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return hexToBytes(even >= '8' ? `00${even}` : even);
}

export function bytesToNumber(bytes: Uint8Array): bigint {
  let hex = '0x0';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return BigInt(hex);
}

/** g^exponent mod N: the public value A for a secret a, or the verifier for x. */
export function powerOfGenerator(exponent: bigint): bigint {
  return modPow(GENERATOR, exponent);
}

/** u = H(pad(A) || pad(B)); refuses B = 0 mod N and u = 0, with which a server could know S without the verifier. */
export async function scramble(clientPublic: bigint, serverPublic: bigint): Promise<bigint> {
  if (serverPublic % PRIME === 0n) throw new SrpProtocolError('B is zero modulo N');
  const u = bytesToNumber(await sha256(toSignedBytes(clientPublic), toSignedBytes(serverPublic)));
  if (u === 0n) throw new SrpProtocolError('u is zero');
  return u;
}

/** x = H(pad(salt) || H(identity ":" password)); the inner hash keeps its leading zeros. */
export async function passwordExponent(salt: bigint, identity: string, password: string): Promise<bigint> {
  const secret = utf8(`${identity}:${password}`);
  const inner = await sha256(secret);
  secret.fill(0);
  return bytesToNumber(await sha256(toSignedBytes(salt), inner));
}

/** S = (B - k * g^x) ^ (a + u * x) mod N. */
export function sharedSecret(numbers: { a: bigint; b: bigint; u: bigint; x: bigint }): bigint {
  const { a, b, u, x } = numbers;
  return modPow(b - MULTIPLIER * powerOfGenerator(x), a + u * x);
}

function modPow(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  // `%` keeps the sign of its left side, and B - k * g^x is often negative.
  let square = ((base % PRIME) + PRIME) % PRIME;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

function hexToBytes(hex: string): Bytes {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16),
  );
}
