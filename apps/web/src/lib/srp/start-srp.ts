import { type Bytes, hmac, utf8 } from './digest.ts';
import {
  bytesToNumber,
  parseHexNumber,
  passwordExponent,
  powerOfGenerator,
  scramble,
  sharedSecret,
  toSignedBytes,
} from './srp-math.ts';

const SECRET_BYTES = 32;
const KEY_BYTES = 16;

export interface SrpChallenge {
  /** The pool's name: the part of the pool's id after the underscore. */
  readonly poolName: string;
  /** `USER_ID_FOR_SRP` of the challenge, which is not always what was typed (sign-in by alias). */
  readonly userIdForSrp: string;
  readonly password: string;
  readonly saltHex: string;
  readonly srpBHex: string;
  readonly secretBlockBase64: string;
  /** From `cognitoTimestamp`, and sent as it stands beside the signature. */
  readonly timestamp: string;
}

export interface SrpAttempt {
  /** The client's public value, lower-case hexadecimal without padding. */
  readonly srpA: string;
  /** `PASSWORD_CLAIM_SIGNATURE`. Once only: the secret exponent is dropped with the first call. */
  prove(challenge: SrpChallenge): Promise<string>;
}

/**
 * Begins Cognito's `USER_SRP_AUTH`: proves a password to the pool without sending it. Needs a secure context
 * (`crypto.subtle`). `prove` rejects with `SrpProtocolError` if the server's numbers are not honest.
 * Nothing keeps the password after `prove`; the engine's own copy of the string is out of reach.
 * [Note: SRP padding] Cognito hashes every integer as signed bytes; see `toSignedBytes`.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
 */
export function startSrp(
  random: Uint8Array = crypto.getRandomValues(new Uint8Array(SECRET_BYTES)),
): SrpAttempt {
  if (random.length < SECRET_BYTES) throw new RangeError('the secret exponent needs 32 random bytes or more');
  let secret: bigint | undefined = bytesToNumber(random);
  const clientPublic = powerOfGenerator(secret);
  return {
    srpA: clientPublic.toString(16),
    async prove(challenge) {
      const a = secret;
      secret = undefined;
      if (a === undefined) throw new Error('an SRP attempt proves once');
      const key = await deriveKey(a, clientPublic, challenge);
      return signClaim(key, challenge);
    },
  };
}

async function deriveKey(a: bigint, clientPublic: bigint, challenge: SrpChallenge): Promise<Bytes> {
  const b = parseHexNumber(challenge.srpBHex);
  const salt = parseHexNumber(challenge.saltHex);
  const u = await scramble(clientPublic, b);
  const x = await passwordExponent(salt, challenge.poolName + challenge.userIdForSrp, challenge.password);
  const secret = toSignedBytes(sharedSecret({ a, b, u, x }));
  // HKDF-SHA256 with S as the input and u as the salt.
  const pseudoRandomKey = await hmac(toSignedBytes(u), secret);
  const derived = await hmac(pseudoRandomKey, utf8('Caldera Derived Key\u0001'));
  return derived.slice(0, KEY_BYTES);
}

async function signClaim(key: Bytes, challenge: SrpChallenge): Promise<string> {
  const block = Uint8Array.from(atob(challenge.secretBlockBase64), (character) => character.charCodeAt(0));
  const identity = utf8(challenge.poolName + challenge.userIdForSrp);
  const signature = await hmac(key, identity, block, utf8(challenge.timestamp));
  return btoa(String.fromCharCode(...signature));
}
