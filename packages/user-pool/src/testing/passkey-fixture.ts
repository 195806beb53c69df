import { assert, type Clock } from '@coffer/kit';
import type { DeclaredPoolInput } from '../settings.ts';
import type { SoftAuthenticator } from './authenticator.ts';
import {
  PASSWORD,
  type PoolFixture,
  type Reply,
  startPool,
  type Tokens,
  tokensSchema,
} from './pool-fixture.ts';

export const RELYING_PARTY_ID = 'files.example.org';
export const ORIGIN = 'https://files.example.org';
/** MFA OFF: a passkey is enough. */
export const PASSKEY_POOL_ID = 'us-east-1_Passkeys1';
/** MFA OPTIONAL; a passkey with user verification counts as two factors. */
export const TWOFOLD_POOL_ID = 'us-east-1_Twofold01';
export const SINGLE_POOL_ID = 'us-east-1_Single001';

const FLOWS = ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] as const;

const pool = (
  id: string,
  clientIds: readonly string[],
  settings: Omit<DeclaredPoolInput, 'id' | 'name' | 'clients'>,
): DeclaredPoolInput => ({
  id,
  name: 'Files',
  firstFactors: ['PASSWORD', 'WEB_AUTHN'],
  ...settings,
  clients: clientIds.map((clientId) => ({
    id: clientId,
    name: clientId,
    explicitAuthFlows: [...FLOWS],
  })),
});

export const PASSKEY_POOLS: readonly DeclaredPoolInput[] = [
  pool(PASSKEY_POOL_ID, ['passkeys', 'passkeys2'], { webAuthn: { relyingPartyId: RELYING_PARTY_ID } }),
  pool(TWOFOLD_POOL_ID, ['twofold'], {
    mfaConfiguration: 'OPTIONAL',
    webAuthn: {
      relyingPartyId: RELYING_PARTY_ID,
      factorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
    },
  }),
  pool(SINGLE_POOL_ID, ['single'], {
    mfaConfiguration: 'OPTIONAL',
    webAuthn: { relyingPartyId: RELYING_PARTY_ID },
  }),
  pool('us-east-1_NoParty01', ['noparty'], {}),
  pool('us-east-1_NoPasskey', ['nopasskey'], {
    firstFactors: ['PASSWORD'],
    webAuthn: { relyingPartyId: RELYING_PARTY_ID },
  }),
];

export interface PasskeyFixture extends PoolFixture {
  enter(name: string, clientId?: string, poolId?: string): Promise<Tokens>;
  register(tokens: Tokens, authenticator: SoftAuthenticator): Promise<void>;
}

export async function startPasskeyPool(connectionString: string, clock: Clock): Promise<PasskeyFixture> {
  const fixture = await startPool(connectionString, { clock, pools: PASSKEY_POOLS });
  return {
    ...fixture,
    async enter(name, clientId = 'passkeys', poolId = PASSKEY_POOL_ID) {
      await fixture.createUser(name, { poolId });
      return await signInByPassword(fixture, { name, clientId, poolId });
    },
    async register({ AccessToken }, authenticator) {
      const started = await fixture.call('StartWebAuthnRegistration', { AccessToken });
      const Credential = authenticator.create(started.body['CredentialCreationOptions']);
      const completed = await fixture.call('CompleteWebAuthnRegistration', { AccessToken, Credential });
      assert(completed.status === 200, `the passkey was refused: ${JSON.stringify(completed.body)}`);
    },
  };
}

export async function signInByPassword(
  fixture: Pick<PoolFixture, 'signIn'>,
  who: { readonly name: string; readonly clientId: string; readonly poolId: string },
): Promise<Tokens> {
  const { name, clientId, poolId } = who;
  const reply: Reply = await fixture.signIn(name, PASSWORD, { clientId, poolId });
  return tokensSchema.parse(reply.body['AuthenticationResult']);
}
