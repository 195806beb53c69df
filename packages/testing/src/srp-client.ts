import { createHash, createHmac, randomBytes } from 'node:crypto';
import { bytesToNumber, GENERATOR, modPow, MULTIPLIER, toSignedBytes } from '@coffer/srp';

export interface SrpChallenge {
  readonly poolName: string;
  readonly userIdForSrp: string;
  readonly salt: string;
  readonly srpB: string;
  readonly secretBlock: string;
}

/** An SRP sign-in for tests. Not constant-time. */
export interface SrpClient {
  readonly srpA: string;
  /** Returns base64. */
  sign(password: string, challenge: SrpChallenge, timestamp: string): string;
}

/** @see RFC 5054, with Cognito's padding and key derivation. `secret` is the private value in hex. */
export function srpClient(secret: string = randomBytes(32).toString('hex')): SrpClient {
  const a = BigInt(`0x${secret}`);
  const A = modPow(GENERATOR, a);
  return {
    srpA: A.toString(16),
    sign(password, challenge, timestamp) {
      const B = BigInt(`0x${challenge.srpB}`);
      const u = bytesToNumber(sha256(toSignedBytes(A), toSignedBytes(B)));
      const inner = sha256(Buffer.from(`${challenge.poolName}${challenge.userIdForSrp}:${password}`, 'utf8'));
      const x = bytesToNumber(sha256(toSignedBytes(BigInt(`0x${challenge.salt}`)), inner));
      const S = modPow(B - MULTIPLIER * modPow(GENERATOR, x), a + u * x);
      const key = hmac(
        hmac(toSignedBytes(u), toSignedBytes(S)),
        Buffer.from('Caldera Derived Key\u0001'),
      ).subarray(0, 16);
      const message = [
        Buffer.from(challenge.poolName),
        Buffer.from(challenge.userIdForSrp),
        Buffer.from(challenge.secretBlock, 'base64'),
        Buffer.from(timestamp),
      ];
      return hmac(key, Buffer.concat(message)).toString('base64');
    },
  };
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

function hmac(key: Uint8Array, message: Uint8Array): Buffer {
  return createHmac('sha256', key).update(message).digest();
}
