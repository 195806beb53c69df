import { assert, type Clock } from '@coffer/kit';
import { computeCode, stepAt } from '../crypto/totp.ts';
import { decodeBase32 } from './base32.ts';
import { CLIENT_ID, type PoolFixture, POOL_ID, type Reply } from './pool-fixture.ts';
import { parametersOf } from './sign-in-driver.ts';
import {
  createSrpClient,
  type ProofParameters,
  type SrpChallengeParameters,
  type SrpClient,
} from './srp-client.ts';

export const TEMPORARY = 'first-Kettle-Parade-7';
const POOL_NAME = 'AbCdEf123';

export interface Attacker {
  begin(name: string, clientId?: string, srpA?: string): Promise<Begun>;
  answer(proof: ProofParameters | Readonly<Record<string, string>>, clientId?: string): Promise<Reply>;
  respond(ChallengeName: string, Session: unknown, ChallengeResponses: object): Promise<Reply>;
  respondAs(ClientId: string, input: object): Promise<Reply>;
  createTemporary(email: string): Promise<Reply>;
  createTotpUser(email: string): Promise<string>;
  codeOf(secret: string, stepsAhead?: number): string;
}

export interface Begun {
  readonly srp: SrpClient;
  readonly reply: Reply;
  readonly challenge: SrpChallengeParameters;
}

export function createAttacker(fixture: PoolFixture, clock: Clock): Attacker {
  const codeOf = (secret: string, stepsAhead = 0) =>
    computeCode(decodeBase32(secret), stepAt(clock.now()) + stepsAhead);
  const respondAs: Attacker['respondAs'] = (ClientId, input) =>
    fixture.call('RespondToAuthChallenge', { ClientId, ...input });
  return {
    codeOf,
    respondAs,
    async begin(name, clientId = CLIENT_ID, srpA) {
      const srp = createSrpClient(POOL_NAME);
      const reply = await fixture.call('InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        ClientId: clientId,
        AuthParameters: { USERNAME: name, SRP_A: srpA ?? srp.publicHex },
      });
      return { srp, reply, challenge: parametersOf(reply) };
    },
    answer: (proof, clientId = CLIENT_ID) =>
      respondAs(clientId, { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses: proof }),
    respond: (ChallengeName, Session, ChallengeResponses) =>
      respondAs(CLIENT_ID, { ChallengeName, Session, ChallengeResponses }),
    async createTemporary(email) {
      await fixture.admin('AdminCreateUser', {
        UserPoolId: POOL_ID,
        Username: email,
        TemporaryPassword: TEMPORARY,
        MessageAction: 'SUPPRESS',
      });
      return await fixture.signIn(email, TEMPORARY);
    },
    async createTotpUser(email) {
      await fixture.createUser(email);
      const { AccessToken } = await fixture.tokens(email);
      const associated = await fixture.call('AssociateSoftwareToken', { AccessToken });
      const secret = String(associated.body['SecretCode']);
      const verified = await fixture.call('VerifySoftwareToken', { AccessToken, UserCode: codeOf(secret) });
      assert(verified.body['Status'] === 'SUCCESS', JSON.stringify(verified.body));
      const SoftwareTokenMfaSettings = { Enabled: true };
      await fixture.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
      return secret;
    },
  };
}
