import { createHmac, randomBytes } from 'node:crypto';
import { fromBytes, MULTIPLIER, PRIME, pad, pow, powGenerator, sha256 } from '../srp/group.ts';
import { formatTimestamp } from '../srp/timestamp.ts';

/** The client's half of the exchange, from the definition. */
export interface SrpClient {
  readonly publicHex: string;
  answer(challenge: SrpChallengeParameters, password: string, at: Date | string): ProofParameters;
}

export interface SrpChallengeParameters {
  readonly SALT: string;
  readonly SRP_B: string;
  readonly SECRET_BLOCK: string;
  readonly USER_ID_FOR_SRP: string;
}

export interface ProofParameters {
  readonly USERNAME: string;
  readonly PASSWORD_CLAIM_SECRET_BLOCK: string;
  readonly PASSWORD_CLAIM_SIGNATURE: string;
  readonly TIMESTAMP: string;
}

export function createSrpClient(
  poolName: string,
  clientPrivate: bigint = fromBytes(randomBytes(32)),
): SrpClient {
  const clientPublic = powGenerator(clientPrivate);
  return {
    publicHex: clientPublic.toString(16),
    answer(challenge, password, at) {
      const { USER_ID_FOR_SRP: userId, SECRET_BLOCK } = challenge;
      const inner = sha256(Buffer.from(`${poolName}${userId}:${password}`));
      const x = fromBytes(sha256(pad(BigInt(`0x${challenge.SALT}`)), inner));
      const serverPublic = BigInt(`0x${challenge.SRP_B}`);
      const u = fromBytes(sha256(pad(clientPublic), pad(serverPublic)));
      const base = (((serverPublic - MULTIPLIER * powGenerator(x)) % PRIME) + PRIME) % PRIME;
      const secret = pow(base, clientPrivate + u * x);
      const extracted = createHmac('sha256', pad(u)).update(pad(secret)).digest();
      const info = Buffer.concat([Buffer.from('Caldera Derived Key'), Buffer.of(1)]);
      const key = createHmac('sha256', extracted).update(info).digest().subarray(0, 16);
      const timestamp = typeof at === 'string' ? at : formatTimestamp(at);
      const proof = createHmac('sha256', key)
        .update(`${poolName}${userId}`)
        .update(Buffer.from(SECRET_BLOCK, 'base64'))
        .update(timestamp)
        .digest('base64');
      return {
        USERNAME: userId,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: proof,
        TIMESTAMP: timestamp,
      };
    },
  };
}
