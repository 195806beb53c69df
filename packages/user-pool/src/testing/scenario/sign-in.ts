import { srpPoolName } from '../../settings.ts';
import { PASSWORD } from '../pool-fixture.ts';
import { createSrpClient } from '../srp-client.ts';
import { type Output, textAt, type World } from './client.ts';
import { SCENARIO_CLIENT_ID, SCENARIO_POOL_ID } from './pools.ts';

export interface SignIn {
  readonly username: string;
  readonly password?: string;
  readonly poolId?: string;
  readonly clientId?: string;
}

export async function signIn({ client }: World, options: SignIn): Promise<Output> {
  const { username, password = PASSWORD, poolId = SCENARIO_POOL_ID, clientId = SCENARIO_CLIENT_ID } = options;
  const srp = createSrpClient(srpPoolName(poolId));
  const begun = await client.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: username, SRP_A: srp.publicHex },
  });
  const parameter = (name: string) => textAt(begun, 'ChallengeParameters', name);
  const challenge = {
    SALT: parameter('SALT'),
    SRP_B: parameter('SRP_B'),
    SECRET_BLOCK: parameter('SECRET_BLOCK'),
    USER_ID_FOR_SRP: parameter('USER_ID_FOR_SRP'),
  };
  return await client.call('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId: clientId,
    ChallengeResponses: srp.answer(challenge, password, new Date()),
  });
}

export interface SignedIn {
  readonly AccessToken: string;
  readonly RefreshToken: string;
}

export async function tokensOf(world: World, options: SignIn): Promise<SignedIn> {
  const done = await signIn(world, options);
  return {
    AccessToken: textAt(done, 'AuthenticationResult', 'AccessToken'),
    RefreshToken: textAt(done, 'AuthenticationResult', 'RefreshToken'),
  };
}
