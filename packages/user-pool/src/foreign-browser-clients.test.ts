import { testDatabase } from '@coffer/testing';
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
  type NodeCallback,
  type UserData,
} from 'amazon-cognito-identity-js';
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { systemClock } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatRecord } from './testing/conformance.ts';
import { PASSWORD, type PoolFixture, startPool } from './testing/pool-fixture.ts';
import { SCENARIO_CLIENT_ID, SCENARIO_POOL_ID, SCENARIO_POOLS } from './testing/scenario/pools.ts';
import { totpCode } from './testing/sign-in-driver.ts';

const SECOND_PASSWORD = 'bright-Lantern-river-42';
const THIRD_PASSWORD = 'quiet-Harbour-stone-17';
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { pools: SCENARIO_POOLS });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const called = <Value>(run: (callback: NodeCallback<Error, Value>) => void) =>
  new Promise<Value | undefined>((resolve, reject) =>
    run((error?: Error, value?: Value) =>
      error === undefined || error === null ? resolve(value) : reject(error),
    ),
  );

const done = <Value>(
  run: (callbacks: { onSuccess: (value: Value) => void; onFailure: (cause: unknown) => void }) => void,
) => new Promise<Value>((resolve, reject) => run({ onSuccess: resolve, onFailure: reject }));

function open(Username: string): { readonly pool: CognitoUserPool; readonly user: CognitoUser } {
  const store = new Map<string, string>();
  const Storage = {
    setItem: (key: string, value: string) => void store.set(key, value),
    getItem: (key: string) => store.get(key) ?? null,
    removeItem: (key: string) => void store.delete(key),
    clear: () => store.clear(),
  };
  const { endpoint } = fixture;
  const ids = { UserPoolId: SCENARIO_POOL_ID, ClientId: SCENARIO_CLIENT_ID };
  const pool = new CognitoUserPool({ ...ids, endpoint, Storage });
  return { pool, user: new CognitoUser({ Username, Pool: pool, Storage }) };
}

const enter = (user: CognitoUser, Password = PASSWORD) =>
  done<CognitoUserSession>((callbacks) =>
    user.authenticateUser(new AuthenticationDetails({ Username: user.getUsername(), Password }), callbacks),
  );

test('amazon-cognito-identity-js signs up by the newest code, and deletes its user', async () => {
  const email = 'new.identity@example.org';
  const { pool, user } = open(email);
  const made = await called((callback) => pool.signUp(email, PASSWORD, [], [], callback));
  expect(made).toMatchObject({ userConfirmed: false, codeDeliveryDetails: { DeliveryMedium: 'EMAIL' } });
  const again = await called((callback) => user.resendConfirmationCode(callback));
  expect(again).toMatchObject({ CodeDeliveryDetails: { Destination: 'n***@e***' } });
  const confirm = (code: string) => called((callback) => user.confirmRegistration(code, false, callback));
  await expect(confirm('none')).rejects.toMatchObject({ code: 'CodeMismatchException' });
  expect(await confirm(await fixture.lastCode(email))).toBe('SUCCESS');
  expect((await enter(user)).isValid()).toBe(true);
  expect(await called((callback) => user.deleteUser(callback))).toBe('SUCCESS');
  await expect(enter(open(email).user)).rejects.toMatchObject({ code: 'NotAuthorizedException' });
});

test('amazon-cognito-identity-js changes attributes, and proves a new address', async () => {
  const email = 'mover.identity@example.org';
  const moved = 'moved.identity@example.org';
  await fixture.createUser(email, { poolId: SCENARIO_POOL_ID });
  const { user } = open(email);
  await enter(user);
  const attributes = async () => {
    const data = await called<UserData>((callback) => user.getUserData(callback, { bypassCache: true }));
    return data?.UserAttributes;
  };
  const given = [
    { Name: 'nickname', Value: 'Mo' },
    { Name: 'email', Value: moved },
  ];
  expect(await called((callback) => user.updateAttributes(given, callback))).toBe('SUCCESS');
  expect(await attributes()).toEqual(
    expect.arrayContaining([
      { Name: 'nickname', Value: 'Mo' },
      { Name: 'email', Value: email },
    ]),
  );
  const asked = await new Promise((resolve, reject) =>
    user.getAttributeVerificationCode('email', {
      onSuccess: resolve,
      onFailure: reject,
      inputVerificationCode: resolve,
    }),
  );
  expect(asked).toMatchObject({ CodeDeliveryDetails: { AttributeName: 'email' } });
  const code = await fixture.lastCode(moved);
  await done<string>((callbacks) => user.verifyAttribute('email', code, callbacks));
  await called((callback) => user.deleteAttributes(['nickname'], callback));
  const left = await attributes();
  expect(left).toContainEqual({ Name: 'email', Value: moved });
  expect(left).not.toContainEqual(expect.objectContaining({ Name: 'nickname' }));
});

test('amazon-cognito-identity-js changes a password, and replaces a forgotten one', async () => {
  const email = 'forgetful.identity@example.org';
  await fixture.createUser(email, { poolId: SCENARIO_POOL_ID });
  await fixture.admin('AdminUpdateUserAttributes', {
    UserPoolId: SCENARIO_POOL_ID,
    Username: email,
    UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
  });
  const { user } = open(email);
  await enter(user);
  await called((callback) => user.changePassword(PASSWORD, SECOND_PASSWORD, callback));
  await expect(enter(open(email).user)).rejects.toMatchObject({
    message: 'Incorrect username or password.',
  });
  await enter(user, SECOND_PASSWORD);

  const stranger = open(email).user;
  const asked = await new Promise((resolve, reject) =>
    stranger.forgotPassword({ onSuccess: resolve, onFailure: reject, inputVerificationCode: resolve }),
  );
  expect(asked).toMatchObject({ CodeDeliveryDetails: { Destination: 'f***@e***' } });
  const code = await fixture.lastCode(email);
  await done<string>((callbacks) => stranger.confirmPassword(code, THIRD_PASSWORD, callbacks));
  expect((await enter(stranger, THIRD_PASSWORD)).isValid()).toBe(true);
});

test('amazon-cognito-identity-js signs out here, and everywhere', async () => {
  const email = 'leaver.identity@example.org';
  await fixture.createUser(email, { poolId: SCENARIO_POOL_ID });
  const sessionOf = async () => {
    const { user } = open(email);
    const session = await enter(user);
    const AccessToken = session.getAccessToken().getJwtToken();
    return { user, look: () => fixture.call('GetUser', { AccessToken }) };
  };
  const revoked = { status: 400, body: { message: 'Access Token has been revoked' } };
  const one = await sessionOf();
  const other = await sessionOf();
  await new Promise<void>((resolve) => one.user.signOut(resolve));
  expect(await one.look()).toMatchObject(revoked);
  expect((await other.look()).status).toBe(200);
  await done<string>((callbacks) => other.user.globalSignOut(callbacks));
  expect(await other.look()).toMatchObject(revoked);
});

test('aws-amplify prefers an authenticator, and signs out everywhere', async () => {
  const username = 'amplifier@example.org';
  await fixture.createUser(username, { poolId: SCENARIO_POOL_ID });
  const store = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void store.set(key, value),
    getItem: async (key) => store.get(key) ?? null,
    removeItem: async (key) => void store.delete(key),
    clear: async () => store.clear(),
  });
  const userPoolEndpoint = fixture.endpoint;
  const Cognito = { userPoolId: SCENARIO_POOL_ID, userPoolClientId: SCENARIO_CLIENT_ID, userPoolEndpoint };
  Amplify.configure({ Auth: { Cognito } });
  expect(await auth.signIn({ username, password: PASSWORD })).toMatchObject({ isSignedIn: true });
  const { sharedSecret } = await auth.setUpTOTP();
  await auth.verifyTOTPSetup({ code: totpCode(sharedSecret, systemClock, -1) });
  await auth.updateMFAPreference({ totp: 'PREFERRED' });
  expect(await auth.fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' });

  const { tokens } = await auth.fetchAuthSession();
  const AccessToken = tokens?.accessToken.toString();
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(200);
  await auth.signOut({ global: true });
  expect(await fixture.call('GetUser', { AccessToken })).toMatchObject({
    status: 400,
    body: { message: 'Access Token has been revoked' },
  });
});

// Must be last, because it records all calls above. `vitest -u` updates it.
test('the record of the calls of these clients is complete', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot(
    'testing/conformance/browser-clients.txt',
  );
});
