import { cognitoTimestamp } from '@coffer/srp';
import { srpClient } from '@coffer/testing';

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

export function createSrpClient(poolName: string, clientPrivate?: bigint): SrpClient {
  const client = srpClient(clientPrivate?.toString(16));
  return {
    publicHex: client.srpA,
    answer(challenge, password, at) {
      const { USER_ID_FOR_SRP: userIdForSrp, SECRET_BLOCK: secretBlock } = challenge;
      const timestamp = typeof at === 'string' ? at : cognitoTimestamp(at);
      const numbers = { salt: challenge.SALT, srpB: challenge.SRP_B };
      return {
        USERNAME: userIdForSrp,
        PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
        PASSWORD_CLAIM_SIGNATURE: client.sign(
          password,
          { poolName, userIdForSrp, secretBlock, ...numbers },
          timestamp,
        ),
        TIMESTAMP: timestamp,
      };
    },
  };
}
