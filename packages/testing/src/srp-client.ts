import { createHash, createHmac, randomBytes } from 'node:crypto';

// The 3072-bit group of RFC 3526 section 4, generator 2.
const N = BigInt(
  `0xFFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200CBBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF`,
);
const G = 2n;

/** What a pool answers to the first message. */
export interface SrpChallenge {
  readonly poolName: string;
  readonly userIdForSrp: string;
  readonly salt: string;
  readonly srpB: string;
  readonly secretBlock: string;
}

/** One sign-in by SRP as a browser does it. For tests: it takes no care of timing. */
export interface SrpClient {
  /** Hex of the public value, for the first message. */
  readonly srpA: string;
  /** Proof of a password for a challenge, base64. */
  sign(password: string, challenge: SrpChallenge, timestamp: string): string;
}

/** @see RFC 5054, with the padding and the key derivation of Cognito. `secret` is the private value in hex. */
export function srpClient(secret: string = randomBytes(32).toString('hex')): SrpClient {
  const a = BigInt(`0x${secret}`);
  const A = power(G, a);
  return {
    srpA: A.toString(16),
    sign(password, challenge, timestamp) {
      const B = BigInt(`0x${challenge.srpB}`);
      const k = toInteger(sha256(pad(N), pad(G)));
      const u = toInteger(sha256(pad(A), pad(B)));
      const inner = sha256(Buffer.from(`${challenge.poolName}${challenge.userIdForSrp}:${password}`, 'utf8'));
      const x = toInteger(sha256(pad(BigInt(`0x${challenge.salt}`)), inner));
      const S = power((((B - k * power(G, x)) % N) + N) % N, a + u * x);
      const key = hmac(hmac(pad(u), pad(S)), Buffer.from('Caldera Derived Key\u0001')).subarray(0, 16);
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

/** An instant as the proof wants it: `Tue Mar 3 04:05:06 UTC 2026`, the day without a leading zero. */
export function srpTimestamp(at: Date): string {
  const [weekday, day, month, year, time] = at.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

/** Bytes of a positive two's-complement integer: a zero byte before a set top bit. */
function pad(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 1 ? `0${hex}` : hex;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

function toInteger(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function sha256(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

function hmac(key: Buffer, message: Buffer): Buffer {
  return createHmac('sha256', key).update(message).digest();
}
