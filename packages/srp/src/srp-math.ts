import { sha256, utf8 } from './digest.ts';
import { GENERATOR, modPow, MULTIPLIER, PRIME } from './group.ts';
import { bytesToNumber, toSignedBytes } from './integers.ts';

/**
 * SRP-6a as in Amazon Cognito: g = 2, SHA-256, and integers hashed like the bytes of Java's `BigInteger.toByteArray()`.
 * @see https://www.rfc-editor.org/rfc/rfc5054#appendix-A
 */

const HEX_DIGITS_MAX = 770;

/** The server sent invalid numbers. Abort the sign-in and send nothing back. */
export class SrpProtocolError extends Error {
  override readonly name = 'SrpProtocolError';
}

export function parseHexNumber(hex: string): bigint {
  if (hex.length > HEX_DIGITS_MAX || !/^[0-9a-f]+$/i.test(hex)) {
    throw new SrpProtocolError('not a number of the protocol');
  }
  return BigInt(`0x${hex}`);
}

/** g^exponent mod N: the public value A, or the verifier. */
export function powerOfGenerator(exponent: bigint): bigint {
  return modPow(GENERATOR, exponent);
}

/** u = H(pad(A) || pad(B)). Refuses B = 0 mod N and u = 0, because a server could then know S without the verifier. */
export async function scramble(clientPublic: bigint, serverPublic: bigint): Promise<bigint> {
  if (serverPublic % PRIME === 0n) throw new SrpProtocolError('B is zero modulo N');
  const u = bytesToNumber(await sha256(toSignedBytes(clientPublic), toSignedBytes(serverPublic)));
  if (u === 0n) throw new SrpProtocolError('u is zero');
  return u;
}

/** x = H(pad(salt) || H(identity ":" password)). The inner hash keeps its leading zeros. */
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
