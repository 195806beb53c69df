import { MINUTE_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { computeCode, stepAt } from '../../crypto/totp.ts';
import { decodeBase32 } from '../../testing/base32.ts';
import {
  FRANK_CLIENT_ID,
  PEOPLE_CLIENT_ID,
  PEOPLE_POOL_ID,
  PEOPLE_POOLS,
} from '../../testing/people-pools.ts';
import { PASSWORD, type PoolFixture, startPool, tokensSchema } from '../../testing/pool-fixture.ts';

const TEMPORARY = 'first-Kettle-Parade-7';
const NEW_PASSWORD = 'bright-Lantern-river-42';
const THIRD_PASSWORD = 'quiet-Harbour-lamp-77';
const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let email: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { clock, pools: PEOPLE_POOLS });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

beforeEach(async () => {
  email = `keeper${++count}@example.org`;
  await fixture.admin('AdminCreateUser', {
    UserPoolId: PEOPLE_POOL_ID,
    Username: email,
    MessageAction: 'SUPPRESS',
    UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
  });
  await setPassword(email);
});

const refused = (type: string, message: string) => ({ status: 400, body: { __type: type, message } });
const MISMATCH = refused('CodeMismatchException', 'Invalid verification code provided, please try again.');
const EXPIRED = refused('ExpiredCodeException', 'Invalid code provided, please request a code again.');
const LIMITED = refused('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
const NOT_AUTHORIZED = refused('NotAuthorizedException', 'Incorrect username or password.');

const setPassword = (Username: string) =>
  fixture.admin('AdminSetUserPassword', {
    UserPoolId: PEOPLE_POOL_ID,
    Username,
    Password: PASSWORD,
    Permanent: true,
  });
const forgot = (Username: string, ClientId = PEOPLE_CLIENT_ID) =>
  fixture.call('ForgotPassword', { ClientId, Username });
const confirm = (Username: string, ConfirmationCode: string, Password = NEW_PASSWORD) =>
  fixture.call('ConfirmForgotPassword', {
    ClientId: PEOPLE_CLIENT_ID,
    Username,
    ConfirmationCode,
    Password,
  });
const signIn = (Username: string, password: string) =>
  fixture.signIn(Username, password, { poolId: PEOPLE_POOL_ID, clientId: PEOPLE_CLIENT_ID });
const tokensOf = async (password = PASSWORD) =>
  tokensSchema.parse((await signIn(email, password)).body['AuthenticationResult']);
const admin = (operation: string, more: object = {}) =>
  fixture.admin(operation, { UserPoolId: PEOPLE_POOL_ID, Username: email, ...more });
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

test('an unknown name gets the same responses as a known one, at every step', async () => {
  const known = await forgot(email);
  const unknown = await forgot('kept-out@example.org');
  expect(known.status).toBe(200);
  expect(known.body).toEqual(unknown.body);
  await fixture.pool.deliverMessages();
  expect(fixture.messages.filter(({ to }) => to === 'kept-out@example.org')).toEqual([]);
  const wrong = otherThan(await fixture.lastCode(email));
  for (const name of [email, 'kept-out@example.org']) {
    for (let turn = 0; turn < 5; turn++) expect(await confirm(name, wrong)).toMatchObject(MISMATCH);
    expect(await confirm(name, wrong)).toMatchObject(LIMITED);
  }
  const neverAsked = `${email}.net`;
  expect(await confirm(neverAsked, '123456')).toMatchObject(EXPIRED);
  expect(await signIn(email, PASSWORD)).toMatchObject({ status: 200 });
});

test.each([
  [
    'has a temporary password',
    async () => void (await admin('AdminSetUserPassword', { Password: TEMPORARY })),
  ],
  ['is disabled', async () => void (await admin('AdminDisableUser'))],
  [
    'has no proved address',
    async () =>
      void (await admin('AdminUpdateUserAttributes', {
        UserAttributes: [{ Name: 'email_verified', Value: 'false' }],
      })),
  ],
])('a user who %s gets the response of an unknown user and no message', async (_name, change) => {
  await change();
  expect((await forgot(email)).body).toEqual((await forgot('kept-out@elsewhere.org')).body);
  await fixture.pool.deliverMessages();
  expect(fixture.messages.filter(({ to, kind }) => to === email && kind === 'forgot')).toEqual([]);
  expect(await confirm(email, '123456')).toMatchObject(MISMATCH);
});

test('a client that opts in gets the reason', async () => {
  expect(await forgot('nobody@x.org', FRANK_CLIENT_ID)).toMatchObject(
    refused('UserNotFoundException', 'Username/client id combination not found.'),
  );
  await admin('AdminSetUserPassword', { Password: TEMPORARY });
  expect(await forgot(email, FRANK_CLIENT_ID)).toMatchObject(
    refused('NotAuthorizedException', 'User password cannot be reset in the current state.'),
  );
  await admin('AdminSetUserPassword', { Password: NEW_PASSWORD, Permanent: true });
  await admin('AdminUpdateUserAttributes', { UserAttributes: [{ Name: 'email_verified', Value: 'false' }] });
  expect(await forgot(email, FRANK_CLIENT_ID)).toMatchObject(
    refused(
      'InvalidParameterException',
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    ),
  );
});

test('a new password ends every session, and the old one is invalid', async () => {
  const { AccessToken, RefreshToken } = await tokensOf();
  await forgot(email);
  expect((await confirm(email, await fixture.lastCode(email))).body).toEqual({});
  expect(await fixture.call('GetUser', { AccessToken })).toMatchObject(
    refused('NotAuthorizedException', 'Access Token has been revoked'),
  );
  const refresh = { ClientId: PEOPLE_CLIENT_ID, RefreshToken };
  expect(await fixture.call('GetTokensFromRefreshToken', refresh)).toMatchObject({ status: 400 });
  expect(await signIn(email, PASSWORD)).toMatchObject(NOT_AUTHORIZED);
  expect((await signIn(email, NEW_PASSWORD)).body).toHaveProperty('AuthenticationResult');
});

test('a reset does not skip the second factor', async () => {
  const { AccessToken } = await tokensOf();
  const secret = String((await fixture.call('AssociateSoftwareToken', { AccessToken })).body['SecretCode']);
  const UserCode = computeCode(decodeBase32(secret), stepAt(clock.now()));
  await fixture.call('VerifySoftwareToken', { AccessToken, UserCode });
  await fixture.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  await forgot(email);
  await confirm(email, await fixture.lastCode(email));
  const reply = await signIn(email, NEW_PASSWORD);
  expect(reply.body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  expect(reply.body).not.toHaveProperty('AuthenticationResult');
});

test('a code is valid for ten minutes and works once', async () => {
  await forgot(email);
  const code = await fixture.lastCode(email);
  clock.advance(10 * MINUTE_MS);
  expect(await confirm(email, code)).toMatchObject(EXPIRED);
  await forgot(email);
  const fresh = await fixture.lastCode(email);
  clock.advance(10 * MINUTE_MS - 1);
  expect((await confirm(email, fresh)).status).toBe(200);
  expect(await confirm(email, fresh, THIRD_PASSWORD)).toMatchObject(EXPIRED);
});

test('a code to an address that was changed since is invalid', async () => {
  await forgot(email);
  const code = await fixture.lastCode(email);
  await admin('AdminUpdateUserAttributes', {
    UserAttributes: [
      { Name: 'email', Value: `moved-${email}` },
      { Name: 'email_verified', Value: 'true' },
    ],
  });
  expect(await confirm(`moved-${email}`, code)).toMatchObject(MISMATCH);
});

test('a rejected password does not consume the code', async () => {
  await forgot(email);
  const code = await fixture.lastCode(email);
  expect(await confirm(email, code, 'short-one')).toMatchObject(
    refused('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
  );
  expect(await confirm(email, code, PASSWORD)).toMatchObject(
    refused(
      'PasswordHistoryPolicyViolationException',
      'Password has been used recently. Choose another one.',
    ),
  );
  expect((await confirm(email, code)).status).toBe(200);
});

test('of nine concurrent answers with the correct code one changes the password', async () => {
  await forgot(email);
  const code = await fixture.lastCode(email);
  const passwords = Array.from({ length: 9 }, (_, index) => `${index}-quiet-Harbour-lamp`);
  const replies = await Promise.all(passwords.map((password) => confirm(email, code, password)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('attempts are limited to ten an hour, for known and unknown names', async () => {
  for (const name of [email, `unknown-${email}`]) {
    for (let turn = 0; turn < 10; turn++) expect((await forgot(name)).status).toBe(200);
    expect(await forgot(name)).toMatchObject(LIMITED);
    expect(await confirm(name, '123456')).toMatchObject(LIMITED);
  }
});

test('a reset by an administrator ends the sessions and requires a new password', async () => {
  const { AccessToken } = await tokensOf();
  expect((await admin('AdminResetUserPassword')).body).toEqual({});
  expect((await admin('AdminGetUser')).body['UserStatus']).toBe('RESET_REQUIRED');
  expect(await fixture.call('GetUser', { AccessToken })).toMatchObject({ status: 400 });
  expect(await signIn(email, PASSWORD)).toMatchObject(
    refused('PasswordResetRequiredException', 'Password reset required for the user'),
  );
  expect(await signIn(email, NEW_PASSWORD)).toMatchObject(NOT_AUTHORIZED);
  expect((await confirm(email, await fixture.lastCode(email))).status).toBe(200);
  expect((await admin('AdminGetUser')).body['UserStatus']).toBe('CONFIRMED');
  expect((await signIn(email, NEW_PASSWORD)).body).toHaveProperty('AuthenticationResult');
});

test('a user changes the password with the current one, and cannot reuse the last two', async () => {
  const { AccessToken } = await tokensOf();
  const change = (PreviousPassword: string | undefined, ProposedPassword: string) =>
    fixture.call('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword });
  const used = refused(
    'PasswordHistoryPolicyViolationException',
    'Password has been used recently. Choose another one.',
  );
  expect(await change(undefined, NEW_PASSWORD)).toMatchObject({ status: 400 });
  expect(await change(NEW_PASSWORD, THIRD_PASSWORD)).toMatchObject(NOT_AUTHORIZED);
  expect(await change(PASSWORD, PASSWORD)).toMatchObject(used);
  expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(200);
  expect(await change(NEW_PASSWORD, PASSWORD)).toMatchObject(used);
  expect(await change(NEW_PASSWORD, THIRD_PASSWORD)).toMatchObject({ status: 200 });
  expect(await change(THIRD_PASSWORD, NEW_PASSWORD)).toMatchObject(LIMITED);
  clock.advance(60 * MINUTE_MS - 1000);
  const later = await tokensOf(THIRD_PASSWORD);
  const again = { AccessToken: later.AccessToken, PreviousPassword: THIRD_PASSWORD };
  expect(await fixture.call('ChangePassword', { ...again, ProposedPassword: PASSWORD })).toMatchObject({
    status: 200,
  });
});
