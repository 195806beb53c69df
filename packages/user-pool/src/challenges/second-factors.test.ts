import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, type PoolFixture, startPool } from '../testing/pool-fixture.ts';
import {
  CHALLENGE_POOLS,
  CHOICE_POOL_ID,
  CODE_WRONG,
  createDriver,
  DEMANDING_POOL_ID,
  PHONE,
  refused,
  SESSION_USED,
  type SignInDriver,
  tokensOf,
  totpCode,
} from '../testing/sign-in-driver.ts';

const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let choice: SignInDriver;
let demanding: SignInDriver;
let email: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { clock, pools: CHALLENGE_POOLS });
  choice = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'choice', clock });
  demanding = createDriver(fixture, { poolId: DEMANDING_POOL_ID, clientId: 'demanding', clock });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

beforeEach(() => {
  email = `factor${++count}@example.org`;
  clock.advance(30 * SECOND_MS);
});

const prefer = (AccessToken: string, settings: object) =>
  fixture.call('SetUserMFAPreference', { AccessToken, ...settings });
const preferAs = (Username: string, settings: object) =>
  fixture.admin('AdminSetUserMFAPreference', { UserPoolId: CHOICE_POOL_ID, Username, ...settings });
const ON = { Enabled: true };
const FIRST = { Enabled: true, PreferredMfa: true };
const OFF = { Enabled: false };

const phoneOf = () => `+4915100${String(count).padStart(6, '0')}`;

test('a code of six digits is sent to the phone and signs in', async () => {
  const phone_number = phoneOf();
  await choice.createUser(email, { phone_number });
  expect((await prefer(await choice.accessToken(email), { SMSMfaSettings: ON })).body).toEqual({});
  const asked = await choice.password(email);
  expect(asked.body).toMatchObject({
    ChallengeName: 'SMS_MFA',
    ChallengeParameters: {
      CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
      CODE_DELIVERY_DESTINATION: `+*******${phone_number.slice(-4)}`,
    },
  });
  const code = await fixture.lastCode(phone_number);
  expect(code).toMatch(/^\d{6}$/);
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await choice.answer('SMS_MFA', asked, { USERNAME: email, SMS_MFA_CODE: wrong })).toMatchObject(
    CODE_WRONG,
  );
  const done = await choice.answer('SMS_MFA', asked, { USERNAME: email, SMS_MFA_CODE: code });
  tokensOf(done);
  expect(await choice.answer('SMS_MFA', asked, { USERNAME: email, SMS_MFA_CODE: code })).toMatchObject(
    SESSION_USED,
  );
});

test('a code of six digits is sent by e-mail, and a new one replaces it', async () => {
  await choice.createUser(email);
  await prefer(await choice.accessToken(email), { EmailMfaSettings: ON });
  const first = await choice.password(email);
  expect(first.body).toMatchObject({
    ChallengeName: 'EMAIL_OTP',
    ChallengeParameters: {
      CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
      CODE_DELIVERY_DESTINATION: 'f***@e***',
    },
  });
  const firstCode = await fixture.lastCode(email);
  expect(firstCode).toMatch(/^\d{6}$/);
  const second = await choice.password(email);
  const secondCode = await fixture.lastCode(email);
  // Both codes can be equal by chance, once in a million.
  const crossed = await choice.answer('EMAIL_OTP', second, { USERNAME: email, EMAIL_OTP_CODE: firstCode });
  expect(crossed.status === 200).toBe(firstCode === secondCode);
  tokensOf(await choice.answer('EMAIL_OTP', second, { USERNAME: email, EMAIL_OTP_CODE: secondCode }));
  tokensOf(await choice.answer('EMAIL_OTP', first, { USERNAME: email, EMAIL_OTP_CODE: firstCode }));
});

test('a user with several factors and no preference is asked to select one, and e-mail has two names', async () => {
  await choice.createUser(email);
  const secret = await choice.setUpTotp(email);
  const AccessToken = await choice.accessToken(email);
  const all = { SMSMfaSettings: ON, EmailMfaSettings: ON, SoftwareTokenMfaSettings: ON };
  expect((await prefer(AccessToken, all)).body).toEqual({});
  expect((await fixture.call('GetUser', { AccessToken })).body).toMatchObject({
    UserMFASettingList: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'],
  });
  for (const [ANSWER, name] of [
    ['SMS_MFA', 'SMS_MFA'],
    ['EMAIL_OTP', 'EMAIL_OTP'],
    ['EMAIL_MFA', 'EMAIL_OTP'],
  ]) {
    const asked = await choice.password(email);
    expect(asked.body).toMatchObject({
      ChallengeName: 'SELECT_MFA_TYPE',
      ChallengeParameters: { MFAS_CAN_CHOOSE: '["SMS_MFA","EMAIL_OTP","SOFTWARE_TOKEN_MFA"]' },
    });
    const chosen = await choice.answer('SELECT_MFA_TYPE', asked, { USERNAME: email, ANSWER });
    expect(chosen.body).toMatchObject({ ChallengeName: name });
  }
  const asked = await choice.password(email);
  const invalid = { body: { __type: 'InvalidParameterException' } };
  for (const ANSWER of ['WEB_AUTHN', 'PASSWORD', ''])
    expect(await choice.answer('SELECT_MFA_TYPE', asked, { USERNAME: email, ANSWER })).toMatchObject(invalid);
  const totp = await choice.answer('SELECT_MFA_TYPE', asked, {
    USERNAME: email,
    ANSWER: 'SOFTWARE_TOKEN_MFA',
  });
  expect(totp.body).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeParameters: { FRIENDLY_DEVICE_NAME: 'pocket' },
  });
  const code = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: totpCode(secret, clock) };
  tokensOf(await choice.answer('SOFTWARE_TOKEN_MFA', totp, code));
});

test('a preferred factor is requested directly until the preference is removed', async () => {
  await choice.createUser(email);
  await choice.setUpTotp(email);
  const AccessToken = await choice.accessToken(email);
  await prefer(AccessToken, { EmailMfaSettings: FIRST, SoftwareTokenMfaSettings: ON });
  const user = await fixture.call('GetUser', { AccessToken });
  expect(user.body).toMatchObject({ PreferredMfaSetting: 'EMAIL_OTP' });
  expect((await choice.password(email)).body).toMatchObject({ ChallengeName: 'EMAIL_OTP' });
  await prefer(AccessToken, { SoftwareTokenMfaSettings: FIRST });
  expect((await choice.password(email)).body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  await prefer(AccessToken, { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: false } });
  expect((await choice.password(email)).body).toMatchObject({ ChallengeName: 'SELECT_MFA_TYPE' });
  await prefer(AccessToken, { SoftwareTokenMfaSettings: OFF, EmailMfaSettings: OFF });
  tokensOf(await choice.password(email));
});

test.each([
  [
    'an unproved telephone',
    { SMSMfaSettings: ON },
    'User does not have delivery config set to turn on SMS_MFA',
  ],
  [
    'an unproved mailbox',
    { EmailMfaSettings: ON },
    'User does not have delivery config set to turn on EMAIL_OTP',
  ],
  ['no authenticator', { SoftwareTokenMfaSettings: ON }, 'User has not set up software token mfa'],
  [
    'a passkey that counts as one factor',
    { WebAuthnMfaSettings: ON },
    'WEB_AUTHN has not been enabled by the userPool',
  ],
  [
    'a preference for what is off',
    { SMSMfaSettings: { PreferredMfa: true } },
    'SMS_MFA cannot be preferred while it is not enabled.',
  ],
])('%s is not a factor', async (_name, settings, message) => {
  await choice.createUser(email, { email_verified: 'false', phone_number_verified: 'false' });
  const AccessToken = await choice.accessToken(email);
  const expected = refused('InvalidParameterException', message);
  expect(await prefer(AccessToken, settings)).toMatchObject(expected);
  expect(await preferAs(email, settings)).toMatchObject(expected);
  expect(await fixture.call('GetUser', { AccessToken })).not.toHaveProperty('body.UserMFASettingList');
});

test('two preferences at once are rejected, and nothing changes', async () => {
  await choice.createUser(email);
  const both = { SMSMfaSettings: FIRST, EmailMfaSettings: FIRST };
  expect(await preferAs(email, both)).toMatchObject(
    refused('InvalidParameterException', 'Only one factor can be preferred.'),
  );
  tokensOf(await choice.password(email));
});

test('an administrator sets and removes the factors of a user', async () => {
  await choice.createUser(email);
  expect((await preferAs(email, { SMSMfaSettings: FIRST })).body).toEqual({});
  expect((await choice.password(email)).body).toMatchObject({ ChallengeName: 'SMS_MFA' });
  await preferAs(email, { SMSMfaSettings: OFF });
  tokensOf(await choice.password(email));
  expect(await preferAs('nobody@example.org', { SMSMfaSettings: OFF })).toMatchObject(
    refused('UserNotFoundException', 'User does not exist.'),
  );
});

test('MFA_SETUP by e-mail verifies the address with the code, which every later sign-in requests', async () => {
  const name = `setup${count}`;
  await demanding.createUser(name, { email: '', email_verified: '' });
  const asked = await demanding.password(name);
  expect(asked.body).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' },
  });
  expect(await demanding.answer('MFA_SETUP', asked, { USERNAME: name, EMAIL: 'no address' })).toMatchObject(
    refused('InvalidParameterException', 'Invalid email address format.'),
  );
  const sent = await demanding.answer('MFA_SETUP', asked, { USERNAME: name, EMAIL: email });
  expect(sent.body).toMatchObject({ ChallengeName: 'EMAIL_OTP' });
  const code = { USERNAME: name, EMAIL_OTP_CODE: await fixture.lastCode(email) };
  const { IdToken } = tokensOf(await demanding.answer('EMAIL_OTP', sent, code));
  expect(decodeJwt(IdToken)).toMatchObject({ sub: expect.any(String) });
  const user = await fixture.admin('AdminGetUser', { UserPoolId: DEMANDING_POOL_ID, Username: name });
  expect(user.body).toMatchObject({
    UserMFASettingList: ['EMAIL_OTP'],
    UserAttributes: expect.arrayContaining([
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ]),
  });
  expect((await demanding.password(name)).body).toMatchObject({ ChallengeName: 'EMAIL_OTP' });
});

test('MFA_SETUP cannot move an account to another e-mail address', async () => {
  const name = `keeps${count}`;
  await demanding.createUser(name, { email, email_verified: 'false' });
  const asked = await demanding.password(name);
  const other = { USERNAME: name, EMAIL: 'mallory@example.org' };
  expect(await demanding.answer('MFA_SETUP', asked, other)).toMatchObject(
    refused('NotAuthorizedException', 'Cannot modify an already provided email'),
  );
  const own = await demanding.answer('MFA_SETUP', asked, { USERNAME: name, EMAIL: email.toUpperCase() });
  expect(own.body).toMatchObject({ ChallengeName: 'EMAIL_OTP' });
  const code = { USERNAME: name, EMAIL_OTP_CODE: await fixture.lastCode(email) };
  tokensOf(await demanding.answer('EMAIL_OTP', own, code));
});

test('where a second factor is required a user cannot remove the last one', async () => {
  const name = `last${count}`;
  await demanding.createUser(name, { email });
  const asked = await demanding.password(name);
  const sent = await demanding.answer('MFA_SETUP', asked, { USERNAME: name, EMAIL: email });
  const code = { USERNAME: name, EMAIL_OTP_CODE: await fixture.lastCode(email) };
  const { AccessToken } = tokensOf(await demanding.answer('EMAIL_OTP', sent, code));
  expect(await prefer(AccessToken, { EmailMfaSettings: OFF })).toMatchObject(
    refused('InvalidParameterException', 'The userPool requires multi-factor authentication.'),
  );
  const target = { UserPoolId: DEMANDING_POOL_ID, Username: name };
  await fixture.admin('AdminSetUserMFAPreference', { ...target, EmailMfaSettings: OFF });
  expect((await demanding.password(name)).body).toMatchObject({ ChallengeName: 'MFA_SETUP' });
});

test('the sign-up code counts as the second factor of the first sign-in only', async () => {
  const name = `fresh${count}`;
  const UserAttributes = [{ Name: 'email', Value: email }];
  const signUp = { ClientId: 'demanding', Username: name, Password: PASSWORD, UserAttributes };
  expect((await fixture.call('SignUp', signUp)).status).toBe(200);
  const ConfirmationCode = await fixture.lastCode(email);
  const confirmed = { ClientId: 'demanding', Username: name, ConfirmationCode };
  expect((await fixture.call('ConfirmSignUp', confirmed)).status).toBe(200);
  tokensOf(await demanding.password(name));
  expect((await demanding.password(name)).body).toMatchObject({ ChallengeName: 'MFA_SETUP' });
});

test('a client can set a longer Session lifetime than the pool', async () => {
  const slow = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'slowchoice', clock });
  await choice.createUser(email, { phone_number: PHONE });
  await prefer(await choice.accessToken(email), { EmailMfaSettings: ON });
  const [short, long] = [await choice.password(email), await slow.password(email)];
  clock.advance(3 * MINUTE_MS);
  const wrong = { USERNAME: email, EMAIL_OTP_CODE: 'x' };
  expect(await choice.answer('EMAIL_OTP', short, wrong)).toMatchObject(
    refused('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  );
  expect(await slow.answer('EMAIL_OTP', long, wrong)).toMatchObject(CODE_WRONG);
});
