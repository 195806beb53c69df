import { createHmac, createSecretKey } from 'node:crypto';
import { MULTIPLIER, PRIME } from '@coffer/srp';
import {
  type Exponent,
  fromBytes,
  PRIME_SIZE_BYTES,
  pad,
  powGenerator,
  powPublic,
  powSecret,
  sha256,
} from './group.ts';

/** `poolName` follows the underscore of the pool id; `userId` is USER_ID_FOR_SRP. */
export interface SrpIdentity {
  readonly poolName: string;
  readonly userId: string;
}

export const SALT_SIZE_BYTES = 16;
/** Some clients add two zeros before a set top bit. */
const CLIENT_PUBLIC_HEX_DIGITS_MAX = PRIME_SIZE_BYTES * 2 + 2;
const DERIVED_KEY_INFO = Buffer.concat([Buffer.from('Caldera Derived Key'), Buffer.of(1)]);
const DERIVED_KEY_SIZE_BYTES = 16;

/** v = g^x, with x = SHA-256(pad(salt) ‖ SHA-256(poolName ‖ userId ‖ ":" ‖ password)). */
export function computeVerifier(identity: SrpIdentity, salt: Uint8Array, password: string): bigint {
  const inner = sha256(Buffer.from(`${identity.poolName}${identity.userId}:${password}`, 'utf8'));
  return powGenerator(fromBytes(sha256(pad(fromBytes(salt)), inner)));
}

/** Undefined unless hexadecimal and in 1..N-1. Multiples of N make the shared secret zero (RFC 5054 §2.5.4). */
export function parseClientPublic(hex: string): bigint | undefined {
  if (hex.length === 0 || hex.length > CLIENT_PUBLIC_HEX_DIGITS_MAX || !/^[0-9a-fA-F]+$/.test(hex))
    return undefined;
  const value = BigInt(`0x${hex}`);
  return value > 0n && value < PRIME ? value : undefined;
}

/** B = k·v + g^b mod N. */
export function computeServerPublic(verifier: bigint, serverPrivate: Pick<Exponent, 'power'>): bigint {
  return (MULTIPLIER * verifier + serverPrivate.power) % PRIME;
}

export interface SrpExchange {
  readonly clientPublic: bigint;
  readonly serverPublic: bigint;
  readonly serverPrivate: Exponent;
  readonly verifier: bigint;
}

/** 16 bytes: HKDF-SHA-256 of S = (A·v^u)^b with salt u. */
export async function computeProofKey(exchange: SrpExchange): Promise<Buffer> {
  const { clientPublic, serverPublic, serverPrivate, verifier } = exchange;
  const u = fromBytes(sha256(pad(clientPublic), pad(serverPublic)));
  const secret = await powSecret((clientPublic * powPublic(verifier, u)) % PRIME, serverPrivate);
  const extracted = hmac(pad(u)).update(pad(secret)).digest();
  return hmac(extracted).update(DERIVED_KEY_INFO).digest().subarray(0, DERIVED_KEY_SIZE_BYTES);
}

/** PASSWORD_CLAIM_SIGNATURE before base64. */
export function computeProof(
  key: Buffer,
  identity: SrpIdentity,
  signed: { readonly secretBlock: Uint8Array; readonly timestamp: string },
): Buffer {
  return hmac(key)
    .update(identity.poolName, 'utf8')
    .update(identity.userId, 'utf8')
    .update(signed.secretBlock)
    .update(signed.timestamp, 'utf8')
    .digest();
}

/** A key object is faster than bytes here. */
function hmac(key: Buffer) {
  return createHmac('sha256', createSecretKey(key));
}
