import { HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ALIAS_CLIENT_ID,
  ALIAS_POOL_ID,
  FRANK_CLIENT_ID,
  PEOPLE_CLIENT_ID,
  PEOPLE_POOL_ID,
  PEOPLE_POOLS,
  PHONE_CLIENT_ID,
  PHONE_POOL_ID,
} from '../../testing/people-pools.ts';
import { PASSWORD, type PoolFixture, type Reply, startPool } from '../../testing/pool-fixture.ts';

const OTHER_PASSWORD = 'bright-Lantern-river-42';
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

beforeEach(() => {
  email = `walker${++count}@example.org`;
});

const refused = (type: string, message: string) => ({ status: 400, body: { __type: type, message } });
const MISMATCH = refused('CodeMismatchException', 'Invalid verification code provided, please try again.');
const EXPIRED = refused('ExpiredCodeException', 'Invalid code provided, please request a code again.');
const LIMITED = refused('LimitExceededException', 'Attempt limit exceeded, please try after some time.');

const signUp = (Username: string, more: object = {}) =>
  fixture.call('SignUp', { ClientId: PEOPLE_CLIENT_ID, Username, Password: PASSWORD, ...more });
const confirm = (Username: string, ConfirmationCode: string, more: object = {}) =>
  fixture.call('ConfirmSignUp', { ClientId: PEOPLE_CLIENT_ID, Username, ConfirmationCode, ...more });
const resend = (Username: string, ClientId = PEOPLE_CLIENT_ID) =>
  fixture.call('ResendConfirmationCode', { ClientId, Username });
const give = (Name: string, Value: string) => ({ UserAttributes: [{ Name, Value }] });
const signIn = (Username: string, password = PASSWORD) =>
  fixture.signIn(Username, password, { poolId: PEOPLE_POOL_ID, clientId: PEOPLE_CLIENT_ID });
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const messagesTo = async (to: string) => {
  await fixture.pool.deliverMessages();
  return fixture.messages.filter((message) => message.to === to);
};
const statusOf = async (Username: string, UserPoolId = PEOPLE_POOL_ID) =>
  (await fixture.admin('AdminGetUser', { UserPoolId, Username })).body['UserStatus'];

async function makeDriver(name = email): Promise<void> {
  expect((await signUp(name)).status).toBe(200);
  expect((await confirm(name, await fixture.lastCode(name))).status).toBe(200);
}

function shapeOf(reply: Reply): unknown {
  const { UserSub, Session, ...body } = reply.body;
  const kinds = { UserSub: typeof UserSub, sessionLength: String(Session).length };
  return { status: reply.status, body, ...kinds, uuid: /^[0-9a-f-]{36}$/.test(String(UserSub)) };
}

test('a sign-up with a taken address gets the usual response, and its owner is notified by e-mail', async () => {
  await makeDriver();
  const taken = await signUp(email, { Password: OTHER_PASSWORD });
  const free = await signUp(`${email}.net`);
  const mask = { Destination: 'w***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' };
  expect(free.body).toMatchObject({ UserConfirmed: false, CodeDeliveryDetails: mask });
  expect(shapeOf(taken)).toEqual(shapeOf(free));
  const notice = (await messagesTo(email)).at(-1);
  expect(notice).toMatchObject({ kind: 'account_exists', code: undefined });
  expect((await signIn(email, OTHER_PASSWORD)).status).toBe(400);
  expect((await signIn(email)).body).toHaveProperty('AuthenticationResult');
});

test('a code for a taken address gets the responses of a free address, up to the last attempt', async () => {
  await makeDriver();
  const free = `${email}.net`;
  await signUp(email);
  await signUp(free);
  const wrong = otherThan(await fixture.lastCode(free));
  for (let turn = 0; turn < 5; turn++) {
    expect(await confirm(email, wrong)).toMatchObject(MISMATCH);
    expect(await confirm(free, wrong)).toMatchObject(MISMATCH);
  }
  expect(await confirm(email, wrong)).toMatchObject(LIMITED);
  expect(await confirm(free, wrong)).toMatchObject(LIMITED);
  expect(await statusOf(email)).toBe('CONFIRMED');
});

test('the owner of an address gets at most five e-mails an hour', async () => {
  await makeDriver();
  for (let turn = 0; turn < 8; turn++) expect((await signUp(email)).status).toBe(200);
  const notices = (await messagesTo(email)).filter(({ kind }) => kind === 'account_exists');
  expect(notices).toHaveLength(5);
});

test('a second sign-up cannot set the password of the first', async () => {
  await signUp(email);
  clock.advance(1);
  await signUp(email, { Password: OTHER_PASSWORD });
  const messages = await messagesTo(email);
  expect(messages).toHaveLength(2);
  expect((await confirm(email, await fixture.lastCode(email))).status).toBe(200);
  expect((await signIn(email, OTHER_PASSWORD)).status).toBe(400);
  expect((await signIn(email)).body).toHaveProperty('AuthenticationResult');
});

test('resending reveals nothing about the account', async () => {
  await makeDriver();
  const known = await resend(email);
  const unknown = await resend('wanderer@elsewhere.org');
  expect(known.status).toBe(200);
  expect(known.body).toEqual(unknown.body);
  expect(await resend('wanderer@elsewhere.org')).toMatchObject({ status: 200, body: unknown.body });
  expect((await messagesTo(email)).filter(({ kind }) => kind === 'sign_up')).toHaveLength(1);
});

test('a client that opts in gets the same error as at Cognito', async () => {
  await makeDriver();
  const frank = { ClientId: FRANK_CLIENT_ID };
  expect(await signUp(email, frank)).toMatchObject(
    refused('UsernameExistsException', 'An account with the given email already exists.'),
  );
  expect(await resend(email, FRANK_CLIENT_ID)).toMatchObject(
    refused('InvalidParameterException', 'User is already confirmed.'),
  );
  expect(await confirm(email, '123456', frank)).toMatchObject(
    refused('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
  );
  for (const reply of [
    await resend('nobody@x.org', FRANK_CLIENT_ID),
    await confirm('nobody@x.org', '123456', frank),
  ])
    expect(reply).toMatchObject(
      refused('UserNotFoundException', 'Username/client id combination not found.'),
    );
});

test('only the correct password reveals that a user is unconfirmed', async () => {
  await signUp(email);
  expect(await signIn(email)).toMatchObject(refused('UserNotConfirmedException', 'User is not confirmed.'));
  expect(await signIn(email, OTHER_PASSWORD)).toMatchObject(
    refused('NotAuthorizedException', 'Incorrect username or password.'),
  );
});

test('a code works once, only the newest, for an hour', async () => {
  await signUp(email);
  const first = await fixture.lastCode(email);
  clock.advance(1);
  await resend(email);
  const second = await fixture.lastCode(email);
  // Both random codes can be equal (1 in 1,000,000).
  if (first === second) return;
  expect(await confirm(email, first)).toMatchObject(MISMATCH);
  clock.advance(HOUR_MS - MINUTE_MS);
  expect((await confirm(email, second)).status).toBe(200);
  expect(await confirm(email, second)).toMatchObject(EXPIRED);
  const late = `${email}.net`;
  await signUp(late);
  const code = await fixture.lastCode(late);
  clock.advance(HOUR_MS);
  expect(await confirm(late, code)).toMatchObject(EXPIRED);
  expect(await statusOf(late)).toBe('UNCONFIRMED');
});

test('at most fifteen attempts an hour, also with new codes', async () => {
  await signUp(email);
  for (let turn = 0; turn < 15; turn++) {
    clock.advance(1);
    if (turn % 5 === 0) await resend(email);
    const wrong = otherThan(await fixture.lastCode(email));
    expect(await confirm(email, wrong)).toMatchObject(MISMATCH);
  }
  expect(await confirm(email, await fixture.lastCode(email))).toMatchObject(LIMITED);
});

test('a user cannot set an address as verified, or write attributes reserved by the client or the pool', async () => {
  for (const [name, value] of [
    ['email_verified', 'true'],
    ['dev:custom:notes', 'x'],
  ] as const)
    expect(await signUp(email, give(name, value))).toMatchObject({
      body: { message: `A client attempted to write unauthorized attribute ${name}` },
    });
  expect(await signUp(email, { ClientId: FRANK_CLIENT_ID, ...give('nickname', 'x') })).toMatchObject(
    refused('NotAuthorizedException', 'A client attempted to write unauthorized attribute nickname'),
  );
  for (const [name, value, reason] of [
    ['custom:team', 'x', 'custom:team: String value has an invalid length.'],
    ['custom:badge', '100', 'custom:badge: Number is out of range.'],
    ['custom:badge', '0x1', 'custom:badge: Value must be a number.'],
    ['custom:none', 'x', 'custom:none: Attribute does not exist in the schema.'],
    ['sub', 'x', 'sub: Attribute does not exist in the schema.'],
  ] as const)
    expect(await signUp(email, give(name, value))).toMatchObject(
      refused('InvalidParameterException', `Attributes did not conform to the schema: ${reason}`),
    );
  expect(await signUp(email, give('email', 'other@x.org'))).toMatchObject({ status: 400 });
});

test.each([
  ['no address', 'walker', 'Username should be an email.'],
  ['two recipients', 'a@x.org,b@x.org', 'Username should be an email.'],
  ['a header', '<a@x.org>', 'Username should be an email.'],
])('%s is not a name in a pool of e-mail addresses', async (_name, name, message) => {
  expect(await signUp(name)).toMatchObject(refused('InvalidParameterException', message));
});

test('a weak password, a pool with closed sign-up, and a missing password are rejected', async () => {
  expect(await signUp(email, { Password: 'short-one' })).toMatchObject(
    refused('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
  );
  expect(await signUp(email, { Password: undefined })).toMatchObject(
    refused('InvalidParameterException', 'Missing required parameter Password'),
  );
});

test('an alias is claimed at confirmation; it is moved only by force', async () => {
  const call = (Username: string, more: object = {}) =>
    fixture.call('SignUp', {
      ClientId: ALIAS_CLIENT_ID,
      Username,
      Password: PASSWORD,
      UserAttributes: [{ Name: 'email', Value: email }],
      ...more,
    });
  const prove = async (Username: string, more: object = {}) =>
    await fixture.call('ConfirmSignUp', {
      ClientId: ALIAS_CLIENT_ID,
      Username,
      ConfirmationCode: await fixture.lastCode(email),
      ...more,
    });
  const aliasSignIn = async (name: string) =>
    (await fixture.signIn(name, PASSWORD, { poolId: ALIAS_POOL_ID, clientId: ALIAS_CLIENT_ID })).body;
  expect(await call('x@y.org')).toMatchObject(
    refused(
      'InvalidParameterException',
      'Username cannot be of email format, since user pool is configured for email alias.',
    ),
  );
  expect(await call(`none${count}`, { UserAttributes: [] })).toMatchObject(
    refused(
      'InvalidParameterException',
      'Attributes did not conform to the schema: email: The attribute is required',
    ),
  );
  await call(`first${count}`);
  expect(await aliasSignIn(email)).toHaveProperty('__type', 'NotAuthorizedException');
  expect((await prove(`first${count}`)).status).toBe(200);
  expect(await aliasSignIn(email)).toHaveProperty('AuthenticationResult');
  expect(await call(`first${count}`)).toMatchObject(
    refused('UsernameExistsException', 'User already exists'),
  );

  await call(`second${count}`);
  expect(await prove(`second${count}`)).toMatchObject(
    refused('AliasExistsException', 'An account with the email already exists.'),
  );
  expect((await prove(`second${count}`, { ForceAliasCreation: true })).status).toBe(200);
  const first = await fixture.admin('AdminGetUser', { UserPoolId: ALIAS_POOL_ID, Username: `first${count}` });
  expect(first.body['UserAttributes']).toContainEqual({ Name: 'email_verified', Value: 'false' });
  const holder = await fixture.admin('AdminGetUser', { UserPoolId: ALIAS_POOL_ID, Username: email });
  expect(holder.body['Username']).toBe(`second${count}`);
});

test('a user signs up by phone number without a password', async () => {
  const phone = '+12065550123';
  const made = await fixture.call('SignUp', { ClientId: PHONE_CLIENT_ID, Username: phone });
  expect(made.body).toMatchObject({
    CodeDeliveryDetails: {
      Destination: '+*******0123',
      DeliveryMedium: 'SMS',
      AttributeName: 'phone_number',
    },
  });
  const ConfirmationCode = await fixture.lastCode(phone);
  const input = { ClientId: PHONE_CLIENT_ID, Username: phone, ConfirmationCode };
  expect((await fixture.call('ConfirmSignUp', input)).status).toBe(200);
  expect(await statusOf(phone, PHONE_POOL_ID)).toBe('CONFIRMED');
});

test('of twenty concurrent sign-ups with one address, one account is created', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => signUp(email)));
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  const Filter = `email = "${email}"`;
  const listed = await fixture.admin('ListUsers', { UserPoolId: PEOPLE_POOL_ID, Filter });
  expect(listed.body['Users']).toHaveLength(1);
});

test('the Session of a sign-up signs in once, and only with the code', async () => {
  const made = await signUp(email);
  const { Session } = made.body;
  const forged = `${String(Session).slice(0, -4)}AAAA`;
  const begin = (session: unknown) =>
    fixture.call('InitiateAuth', {
      AuthFlow: 'USER_AUTH',
      ClientId: PEOPLE_CLIENT_ID,
      AuthParameters: { USERNAME: email },
      Session: session,
    });
  expect((await begin(Session)).body).not.toHaveProperty('AuthenticationResult');
  const confirmed = await confirm(email, await fixture.lastCode(email), { Session });
  const { Session: next } = confirmed.body;
  expect((await begin(next)).body).toHaveProperty('AuthenticationResult');
  expect(await begin(next)).toMatchObject(
    refused('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
  );

  const other = `${email}.net`;
  await signUp(other);
  const foreign = await confirm(other, await fixture.lastCode(other), { Session });
  expect(foreign.body).toEqual({});
  const third = `${email}.com`;
  await signUp(third);
  expect((await confirm(third, await fixture.lastCode(third), { Session: forged })).body).toEqual({});
});

test('no code is in a log or in the database', async () => {
  await signUp(email);
  const code = await fixture.lastCode(email);
  expect(fixture.logged.length).toBeGreaterThan(0);
  expect(fixture.logged.filter((line) => line.includes(code) || line.includes(email))).toEqual([]);
});
