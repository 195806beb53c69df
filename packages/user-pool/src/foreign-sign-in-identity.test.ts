import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { systemClock } from '@coffer/kit';
import { testDatabase } from '@coffer/testing';
import { AuthenticationDetails, CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatRecord } from './testing/conformance.ts';
import { ADMIN, PASSWORD, type PoolFixture, startPool } from './testing/pool-fixture.ts';
import {
  CHALLENGE_POOLS,
  CHOICE_POOL_ID,
  createDriver,
  RIDDLE_POOL_ID,
  type SignInDriver,
  totpCode,
} from './testing/sign-in-driver.ts';

const TEMPORARY = 'first-Kettle-Parade-7';
const RIDDLE_ANSWER = 'man-of-Thebes';
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let admin: sdk.CognitoIdentityProviderClient;
let choice: SignInDriver;
let email: string;
let phone: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { pools: CHALLENGE_POOLS });
  choice = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'choice' });
  admin = new sdk.CognitoIdentityProviderClient({
    endpoint: fixture.endpoint,
    region: 'us-east-1',
    credentials: ADMIN,
    maxAttempts: 1,
  });
});

afterAll(async () => {
  admin.destroy();
  await fixture.close();
  await database.drop();
});

beforeEach(() => {
  email = `identity${++count}@example.org`;
  phone = `+49151099${String(count).padStart(5, '0')}`;
});

async function setUpEverything(): Promise<string> {
  await choice.createUser(email, { phone_number: phone });
  const secret = await choice.setUpTotp(email);
  const AccessToken = await choice.accessToken(email);
  const Enabled = true;
  await fixture.call('SetUserMFAPreference', {
    AccessToken,
    SMSMfaSettings: { Enabled },
    EmailMfaSettings: { Enabled },
    SoftwareTokenMfaSettings: { Enabled },
  });
  return secret;
}

async function createTemporary(): Promise<void> {
  await admin.send(
    new sdk.AdminCreateUserCommand({
      UserPoolId: CHOICE_POOL_ID,
      Username: email,
      TemporaryPassword: TEMPORARY,
      MessageAction: 'SUPPRESS',
      UserAttributes: [{ Name: 'given_name', Value: 'Ada' }],
    }),
  );
}

interface Outcome {
  readonly kind: string;
  readonly details?: unknown;
}

function identityUser(Username: string, poolId: string, clientId: string): CognitoUser {
  const store = new Map<string, string>();
  const Storage = {
    setItem: (key: string, value: string) => void store.set(key, value),
    getItem: (key: string) => store.get(key) ?? null,
    removeItem: (key: string) => void store.delete(key),
    clear: () => store.clear(),
  };
  const { endpoint } = fixture;
  const Pool = new CognitoUserPool({ UserPoolId: poolId, ClientId: clientId, endpoint, Storage });
  return new CognitoUser({ Username, Pool, Storage });
}

async function outcomeOf(run: (callbacks: Callbacks) => void): Promise<Outcome> {
  return await new Promise((resolve, reject) =>
    run({
      onSuccess: () => resolve({ kind: 'signedIn' }),
      onFailure: reject,
      newPasswordRequired: (userAttributes: unknown, requiredAttributes: unknown) =>
        resolve({ kind: 'newPassword', details: { userAttributes, requiredAttributes } }),
      mfaRequired: () => resolve({ kind: 'sms' }),
      totpRequired: () => resolve({ kind: 'totp' }),
      mfaSetup: () => resolve({ kind: 'mfaSetup' }),
      selectMFAType: (_name: unknown, details: unknown) => resolve({ kind: 'select', details }),
      customChallenge: (details: unknown) => resolve({ kind: 'custom', details }),
    }),
  );
}

interface Callbacks {
  readonly onSuccess: () => void;
  readonly onFailure: (cause: unknown) => void;
  readonly newPasswordRequired: (userAttributes: unknown, requiredAttributes: unknown) => void;
  readonly mfaRequired: () => void;
  readonly totpRequired: () => void;
  readonly mfaSetup: () => void;
  readonly selectMFAType: (name: unknown, details: unknown) => void;
  readonly customChallenge: (details: unknown) => void;
}

const details = (Username: string, Password = PASSWORD) => new AuthenticationDetails({ Username, Password });
const authenticate = (user: CognitoUser, name: string, password = PASSWORD) =>
  outcomeOf((callbacks) => user.authenticateUser(details(name, password), callbacks));

test('amazon-cognito-identity-js: NEW_PASSWORD_REQUIRED with the required attributes', async () => {
  await createTemporary();
  const user = identityUser(email, CHOICE_POOL_ID, 'choice');
  expect(await authenticate(user, email, TEMPORARY)).toMatchObject({
    kind: 'newPassword',
    details: { requiredAttributes: ['family_name'], userAttributes: { given_name: 'Ada' } },
  });
  const done = await outcomeOf((callbacks) =>
    user.completeNewPasswordChallenge(PASSWORD, { family_name: 'Lovelace' }, callbacks),
  );
  expect(done.kind).toBe('signedIn');
});

test('amazon-cognito-identity-js: SELECT_MFA_TYPE, then SMS and authenticator', async () => {
  const secret = await setUpEverything();
  for (const [name, kind, code] of [
    ['SMS_MFA', 'sms', () => fixture.lastCode(phone)],
    ['SOFTWARE_TOKEN_MFA', 'totp', async () => totpCode(secret, systemClock, 1)],
  ] as const) {
    const user = identityUser(email, CHOICE_POOL_ID, 'choice');
    expect((await authenticate(user, email)).kind).toBe('select');
    const asked = await outcomeOf((callbacks) => user.sendMFASelectionAnswer(name, callbacks));
    expect(asked.kind).toBe(kind);
    const given = await code();
    expect((await outcomeOf((callbacks) => user.sendMFACode(given, callbacks, name))).kind).toBe('signedIn');
  }
});

test('amazon-cognito-identity-js: USER_PASSWORD_AUTH', async () => {
  await choice.createUser(email);
  const user = identityUser(email, CHOICE_POOL_ID, 'choice');
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH');
  expect((await authenticate(user, email)).kind).toBe('signedIn');
});

test.each(['with SRP', 'without SRP'])('amazon-cognito-identity-js: CUSTOM_AUTH %s', async (way) => {
  const riddle = createDriver(fixture, { poolId: RIDDLE_POOL_ID, clientId: 'riddle' });
  const name = `jocasta${count}`;
  await riddle.createUser(name);
  const user = identityUser(name, RIDDLE_POOL_ID, 'riddle');
  user.setAuthenticationFlowType('CUSTOM_AUTH');
  const asked = await outcomeOf((callbacks) =>
    way === 'with SRP'
      ? user.authenticateUser(details(name), callbacks)
      : user.initiateAuth(new AuthenticationDetails({ Username: name }), callbacks),
  );
  expect(asked).toMatchObject({ kind: 'custom', details: { riddle: expect.any(String) } });
  const answer = (text: string) => outcomeOf((callbacks) => user.sendCustomChallengeAnswer(text, callbacks));
  expect((await answer(RIDDLE_ANSWER)).kind).toBe('custom');
  expect((await answer(RIDDLE_ANSWER)).kind).toBe('signedIn');
});

test('the AWS SDK signs a user in as an administrator, with a second factor', async () => {
  await choice.createUser(email, { phone_number: phone });
  const target = { UserPoolId: CHOICE_POOL_ID, Username: email };
  await admin.send(
    new sdk.AdminSetUserMFAPreferenceCommand({ ...target, SMSMfaSettings: { Enabled: true } }),
  );
  const at = { UserPoolId: CHOICE_POOL_ID, ClientId: 'choice' };
  const begun = await admin.send(
    new sdk.AdminInitiateAuthCommand({
      ...at,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD },
    }),
  );
  expect(begun.ChallengeName).toBe('SMS_MFA');
  const respond = (SMS_MFA_CODE: string) =>
    admin.send(
      new sdk.AdminRespondToAuthChallengeCommand({
        ...at,
        ChallengeName: 'SMS_MFA',
        Session: begun.Session,
        ChallengeResponses: { USERNAME: email, SMS_MFA_CODE },
      }),
    );
  await expect(respond('0')).rejects.toBeInstanceOf(sdk.CodeMismatchException);
  const done = await respond(await fixture.lastCode(phone));
  expect(done.AuthenticationResult?.TokenType).toBe('Bearer');
  const offered = await admin.send(
    new sdk.AdminInitiateAuthCommand({ ...at, AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: email } }),
  );
  expect(offered.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP']);
});

// Must be last, because it records all calls above. `vitest -u` updates it.
test('the record of the calls of these clients is complete', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot(
    'testing/conformance/sign-in-identity.txt',
  );
});
