import { type Bytes, hmac, utf8 } from './digest.ts';
import { bytesToNumber, toSignedBytes } from './integers.ts';
import {
  parseHexNumber,
  passwordExponent,
  powerOfGenerator,
  scramble,
  sharedSecret,
  SrpProtocolError,
} from './srp-math.ts';

const SECRET_BYTES = 32;
const KEY_BYTES = 16;

export interface SrpChallenge {
  /** The part of the pool id after the underscore. */
  readonly poolName: string;
  /** `USER_ID_FOR_SRP` of the challenge. Differs from the typed name for aliases. */
  readonly userIdForSrp: string;
  readonly password: string;
  readonly saltHex: string;
  readonly srpBHex: string;
  readonly secretBlockBase64: string;
  /** From `cognitoTimestamp`. Send the same string with the signature. */
  readonly timestamp: string;
}

export interface SrpAttempt {
  readonly srpA: string;
  /** Returns `PASSWORD_CLAIM_SIGNATURE`. Works only once, because it drops the secret exponent. */
  prove(challenge: SrpChallenge): Promise<string>;
}

/**
 * Begins Cognito's `USER_SRP_AUTH`. Needs a secure context (`crypto.subtle`); `prove` rejects with `SrpProtocolError`
 * for invalid server numbers. [Note: SRP padding] Cognito hashes every integer as signed bytes; see `toSignedBytes`.
 * @see
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-authentication-flow-methods.html
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
  // HKDF-SHA256 with S as input and u as salt.
  const pseudoRandomKey = await hmac(toSignedBytes(u), secret);
  const derived = await hmac(pseudoRandomKey, utf8('Caldera Derived Key\u0001'));
  return derived.slice(0, KEY_BYTES);
}

async function signClaim(key: Bytes, challenge: SrpChallenge): Promise<string> {
  const block = decodeBase64(challenge.secretBlockBase64);
  const identity = utf8(challenge.poolName + challenge.userIdForSrp);
  const signature = await hmac(key, identity, block, utf8(challenge.timestamp));
  return btoa(String.fromCharCode(...signature));
}

function decodeBase64(text: string): Bytes {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text))
    throw new SrpProtocolError('the secret block is not base64');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
