import { manualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect } from 'vitest';
import type { DeclaredPoolInput } from '../../settings.ts';
import { createHostedBrowser, type HostedBrowser, type Visit } from '../hosted-browser.ts';
import {
  authorizePath,
  CALLBACK,
  createPkce,
  hostedPools,
  parametersOf,
  signInByPage,
} from '../hosted-fixture.ts';
import { PASSWORD, type PoolFixture, startPool } from '../pool-fixture.ts';

export const NEW_PASSWORD = 'bright-Lantern-river-42';
export const STRICT_POOL_ID = 'us-east-1_Strict001';
/** Passkeys need the relying party's origin. */
const PAGES_URL = 'http://localhost';
export const clock = manualClock(new Date());
export let fixture: PoolFixture;

const oauth = {
  isOAuthAllowed: true,
  oauthFlows: ['code' as const],
  oauthScopes: ['openid', 'email'],
  callbackUrls: [CALLBACK],
};
const strictPool: DeclaredPoolInput = {
  id: STRICT_POOL_ID,
  name: 'strict',
  mfaConfiguration: 'ON',
  emailMfa: { isEnabled: true },
  aliasAttributes: ['email'],
  clients: [{ id: 'strict', name: 'strict', ...oauth }],
};
export const easyPool: DeclaredPoolInput = {
  id: 'us-east-1_Easy00001',
  name: 'easy',
  usernameAttributes: ['email'],
  firstFactors: ['PASSWORD', 'EMAIL_OTP', 'WEB_AUTHN'],
  webAuthn: { relyingPartyId: 'localhost', origins: ['http://localhost'] },
  customAuth: { kind: 'email_code' },
  clients: [
    {
      id: 'easy',
      name: 'easy',
      ...oauth,
      explicitAuthFlows: [
        'ALLOW_USER_SRP_AUTH',
        'ALLOW_USER_AUTH',
        'ALLOW_CUSTOM_AUTH',
        'ALLOW_USER_PASSWORD_AUTH',
      ],
    },
  ],
};

export function preparePages(): void {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    fixture = await startPool(database.connectionString, {
      clock,
      pools: [
        ...hostedPools({
          emailMfa: { isEnabled: true },
          smsMfa: { isEnabled: true },
          schemaAttributes: [
            { name: 'team', isCustom: true },
            { name: 'given_name', isCustom: false, isRequired: true },
          ],
        }),
        strictPool,
        easyPool,
      ],
      changes: { hosted: { publicUrl: PAGES_URL } },
    });
  });

  afterAll(async () => {
    await fixture.close();
    await database.drop();
  });
}

export const open = (): HostedBrowser => createHostedBrowser(PAGES_URL, fixture.pool.fetch);
export const begin = (changes: Readonly<Record<string, string | undefined>> = {}) =>
  authorizePath(createPkce(), changes);
export const enter = async (browser: HostedBrowser, name: string, changes = {}): Promise<Visit> =>
  await signInByPage(browser, begin(changes), { name, password: PASSWORD });
export const hasCode = (visit: Visit) => expect(parametersOf(visit).get('code')).toBeTruthy();
export const requestOf = (visit: Visit) => new URL(visit.url).searchParams.get('request') ?? '';

export async function createPerson(
  name: string,
  poolId: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const target = { UserPoolId: poolId, Username: name };
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  const made = await fixture.admin('AdminCreateUser', {
    ...target,
    MessageAction: 'SUPPRESS',
    UserAttributes,
  });
  expect(made).toMatchObject({ status: 200 });
  await fixture.admin('AdminSetUserPassword', { ...target, Password: PASSWORD, Permanent: true });
}
