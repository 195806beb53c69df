import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { assert, systemClock } from '@coffer/kit';
import { testDatabase } from '@coffer/testing';
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatRecord } from './testing/conformance.ts';
import { ADMIN, PASSWORD, type PoolFixture, startPool } from './testing/pool-fixture.ts';
import {
  CHALLENGE_POOLS,
  CHOICE_POOL_ID,
  createDriver,
  DEMANDING_POOL_ID,
  QUESTION_POOL_ID,
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
  const { endpoint } = fixture;
  admin = new sdk.CognitoIdentityProviderClient({
    endpoint,
    region: 'us-east-1',
    credentials: ADMIN,
    maxAttempts: 1,
  });
  const store = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void store.set(key, value),
    getItem: async (key) => store.get(key) ?? null,
    removeItem: async (key) => void store.delete(key),
    clear: async () => store.clear(),
  });
});

afterAll(async () => {
  admin.destroy();
  await fixture.close();
  await database.drop();
});

beforeEach(() => {
  email = `foreign${++count}@example.org`;
  phone = `+49151088${String(count).padStart(5, '0')}`;
  configure(CHOICE_POOL_ID, 'choice');
});

afterEach(async () => {
  await auth.signOut();
});

function configure(userPoolId: string, userPoolClientId: string): void {
  const Cognito = { userPoolId, userPoolClientId, userPoolEndpoint: fixture.endpoint };
  Amplify.configure({ Auth: { Cognito } });
}

const stepOf = (output: auth.SignInOutput | auth.ConfirmSignInOutput) => output.nextStep.signInStep;
const confirm = (challengeResponse: string) => auth.confirmSignIn({ challengeResponse });

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

test('aws-amplify: SRP, a wrong password with the known message, and a refresh', async () => {
  await choice.createUser(email);
  await expect(auth.signIn({ username: email, password: 'not the password' })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  expect(await auth.signIn({ username: email, password: PASSWORD })).toMatchObject({ isSignedIn: true });
  const first = await auth.fetchAuthSession();
  const renewed = await auth.fetchAuthSession({ forceRefresh: true });
  expect(renewed.tokens?.accessToken.payload['origin_jti']).toBe(
    first.tokens?.accessToken.payload['origin_jti'],
  );
  expect(renewed.tokens?.accessToken.toString()).not.toBe(first.tokens?.accessToken.toString());
});

test('aws-amplify: USER_PASSWORD_AUTH', async () => {
  await choice.createUser(email);
  const options = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
  expect(await auth.signIn({ username: email, password: PASSWORD, options })).toMatchObject({
    isSignedIn: true,
  });
});

test('aws-amplify: NEW_PASSWORD_REQUIRED with the required attributes', async () => {
  await createTemporary();
  const asked = await auth.signIn({ username: email, password: TEMPORARY });
  expect(asked.nextStep).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
    missingAttributes: ['family_name'],
  });
  const userAttributes = { family_name: 'Lovelace' };
  const done = await auth.confirmSignIn({ challengeResponse: PASSWORD, options: { userAttributes } });
  expect(done.isSignedIn).toBe(true);
  expect(await auth.fetchUserAttributes()).toMatchObject({ family_name: 'Lovelace', given_name: 'Ada' });
});

test('aws-amplify: SELECT_MFA_TYPE, then SMS, e-mail and authenticator', async () => {
  const secret = await setUpEverything();
  for (const [choiceName, step, code] of [
    ['SMS', 'CONFIRM_SIGN_IN_WITH_SMS_CODE', () => fixture.lastCode(phone)],
    ['EMAIL', 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE', () => fixture.lastCode(email)],
    ['TOTP', 'CONFIRM_SIGN_IN_WITH_TOTP_CODE', async () => totpCode(secret, systemClock, 1)],
  ] as const) {
    const asked = await auth.signIn({ username: email, password: PASSWORD });
    expect(asked.nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
      allowedMFATypes: ['SMS', 'EMAIL', 'TOTP'],
    });
    expect(stepOf(await confirm(choiceName))).toBe(step);
    expect((await confirm(await code())).isSignedIn).toBe(true);
    await auth.signOut();
  }
});

test('aws-amplify: the challenge stays open after a wrong code', async () => {
  await setUpEverything();
  await admin.send(
    new sdk.AdminSetUserMFAPreferenceCommand({
      UserPoolId: CHOICE_POOL_ID,
      Username: email,
      EmailMfaSettings: { Enabled: true, PreferredMfa: true },
    }),
  );
  expect(stepOf(await auth.signIn({ username: email, password: PASSWORD }))).toBe(
    'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
  );
  await expect(confirm('000')).rejects.toMatchObject({
    name: 'CodeMismatchException',
    message: 'Invalid code or auth state for the user.',
  });
  expect((await confirm(await fixture.lastCode(email))).isSignedIn).toBe(true);
});

async function reachSetUp(): Promise<auth.SignInOutput> {
  const demanding = createDriver(fixture, { poolId: DEMANDING_POOL_ID, clientId: 'demanding' });
  configure(DEMANDING_POOL_ID, 'demanding');
  const username = `demanded${count}`;
  await demanding.createUser(username, { email: '', email_verified: '' });
  const asked = await auth.signIn({ username, password: PASSWORD });
  expect(asked.nextStep).toMatchObject({
    signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
    allowedMFATypes: ['TOTP', 'EMAIL'],
  });
  return asked;
}

test('aws-amplify: MFA_SETUP by authenticator', async () => {
  await reachSetUp();
  const { nextStep } = await confirm('TOTP');
  assert(nextStep.signInStep === 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP', nextStep.signInStep);
  const { sharedSecret } = nextStep.totpSetupDetails;
  expect((await confirm(totpCode(sharedSecret, systemClock))).isSignedIn).toBe(true);
});

test('aws-amplify: MFA_SETUP by e-mail', async () => {
  await reachSetUp();
  expect(stepOf(await confirm('EMAIL'))).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP');
  expect(stepOf(await confirm(email))).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
  expect((await confirm(await fixture.lastCode(email))).isSignedIn).toBe(true);
});

test.each(['CUSTOM_WITHOUT_SRP', 'CUSTOM_WITH_SRP'] as const)('aws-amplify: %s', async (authFlowType) => {
  const riddle = createDriver(fixture, { poolId: RIDDLE_POOL_ID, clientId: 'riddle' });
  const username = `oedipus${count}`;
  await riddle.createUser(username);
  configure(RIDDLE_POOL_ID, 'riddle');
  const password = authFlowType === 'CUSTOM_WITH_SRP' ? { password: PASSWORD } : {};
  const asked = await auth.signIn({ username, ...password, options: { authFlowType } });
  expect(asked.nextStep).toMatchObject({
    signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
    additionalInfo: { riddle: 'What walks on four legs in the morning?' },
  });
  expect(stepOf(await confirm('a sphinx'))).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE');
  expect(stepOf(await confirm(RIDDLE_ANSWER))).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE');
  expect((await confirm(RIDDLE_ANSWER)).isSignedIn).toBe(true);
});

test('aws-amplify: the custom challenge of the pool', async () => {
  const question = createDriver(fixture, { poolId: QUESTION_POOL_ID, clientId: 'question' });
  await question.createUser(email);
  configure(QUESTION_POOL_ID, 'question');
  const options = { authFlowType: 'CUSTOM_WITHOUT_SRP' } as const;
  expect(stepOf(await auth.signIn({ username: email, options }))).toBe(
    'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
  );
  expect((await confirm(await fixture.lastCode(email))).isSignedIn).toBe(true);
});

test('aws-amplify: USER_AUTH with each preference', async () => {
  await choice.createUser(email, { phone_number: phone });
  for (const preferredChallenge of ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP'] as const) {
    const isPassword = preferredChallenge.startsWith('PASSWORD');
    const options = { authFlowType: 'USER_AUTH', preferredChallenge } as const;
    const begun = await auth.signIn({
      username: email,
      ...(isPassword ? { password: PASSWORD } : {}),
      options,
    });
    expect(begun.isSignedIn).toBe(isPassword);
    const to = preferredChallenge === 'SMS_OTP' ? phone : email;
    const done = isPassword ? begun : await confirm(await fixture.lastCode(to));
    expect(done.isSignedIn).toBe(true);
    await auth.signOut();
  }
});

test('aws-amplify: USER_AUTH with a choice', async () => {
  await choice.createUser(email, { phone_number: phone });
  for (const factor of ['EMAIL_OTP', 'SMS_OTP', 'PASSWORD', 'PASSWORD_SRP'] as const) {
    const asked = await auth.signIn({ username: email, options: { authFlowType: 'USER_AUTH' } });
    expect(asked.nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
      availableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP'],
    });
    const next = await confirm(factor);
    const isPassword = factor.startsWith('PASSWORD');
    const response = isPassword ? PASSWORD : await fixture.lastCode(factor === 'SMS_OTP' ? phone : email);
    expect(stepOf(next)).toMatch(isPassword ? /PASSWORD/ : /CODE/);
    expect((await confirm(response)).isSignedIn).toBe(true);
    await auth.signOut();
  }
});

// Must be last, because it records all calls above. `vitest -u` updates it.
test('the record of the calls of these clients is complete', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot('testing/conformance/sign-in.txt');
});
