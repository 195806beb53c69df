import { HOUR_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ALIAS_CLIENT_ID,
  ALIAS_POOL_ID,
  FRANK_CLIENT_ID,
  PEOPLE_CLIENT_ID,
  PEOPLE_POOL_ID,
  PEOPLE_POOLS,
} from '../../testing/people-pools.ts';
import { PASSWORD, type PoolFixture, startPool, tokensSchema } from '../../testing/pool-fixture.ts';

const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let email: string;
let AccessToken: string;
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
  email = `teller${++count}@example.org`;
  await makeUser(email);
  AccessToken = await tokenOf(email);
});

const refused = (type: string, message: string) => ({ status: 400, body: { __type: type, message } });
const MISMATCH = refused('CodeMismatchException', 'Invalid verification code provided, please try again.');

async function makeUser(name: string, more: readonly object[] = []): Promise<void> {
  const made = await fixture.admin('AdminCreateUser', {
    UserPoolId: PEOPLE_POOL_ID,
    Username: name,
    MessageAction: 'SUPPRESS',
    UserAttributes: [{ Name: 'email_verified', Value: 'true' }, ...more],
  });
  expect(made.status).toBe(200);
  await fixture.admin('AdminSetUserPassword', {
    UserPoolId: PEOPLE_POOL_ID,
    Username: name,
    Password: PASSWORD,
    Permanent: true,
  });
}

async function tokenOf(name: string, clientId = PEOPLE_CLIENT_ID): Promise<string> {
  const reply = await fixture.signIn(name, PASSWORD, { poolId: PEOPLE_POOL_ID, clientId });
  return tokensSchema.parse(reply.body['AuthenticationResult']).AccessToken;
}

const update = (...pairs: readonly (readonly [string, string])[]) =>
  fixture.call('UpdateUserAttributes', {
    AccessToken,
    UserAttributes: pairs.map(([Name, Value]) => ({ Name, Value })),
  });
const remove = (...UserAttributeNames: readonly string[]) =>
  fixture.call('DeleteUserAttributes', { AccessToken, UserAttributeNames });
const ask = (AttributeName = 'email') =>
  fixture.call('GetUserAttributeVerificationCode', { AccessToken, AttributeName });
const verify = (Code: string, AttributeName = 'email') =>
  fixture.call('VerifyUserAttribute', { AccessToken, AttributeName, Code });
const signIn = async (name: string) =>
  (await fixture.signIn(name, PASSWORD, { poolId: PEOPLE_POOL_ID, clientId: PEOPLE_CLIENT_ID })).body;

const aliasSignIn = (name: string) =>
  fixture.signIn(name, PASSWORD, { poolId: ALIAS_POOL_ID, clientId: ALIAS_CLIENT_ID });

async function attributesOf(token = AccessToken): Promise<Record<string, string>> {
  const reply = await fixture.call('GetUser', { AccessToken: token });
  const list = reply.body['UserAttributes'] as readonly { Name: string; Value: string }[];
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]));
}

test('a new e-mail address is pending, and the old one active, until its code verifies it', async () => {
  const moved = `new-${email}`;
  const asked = await update(['email', moved]);
  expect(asked.body).toEqual({
    CodeDeliveryDetailsList: [{ Destination: 'n***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' }],
  });
  expect(await attributesOf()).toMatchObject({ email, email_verified: 'true' });
  expect(await signIn(email)).toHaveProperty('AuthenticationResult');
  expect(await signIn(moved)).toHaveProperty('__type', 'NotAuthorizedException');
  const code = await fixture.lastCode(moved);
  expect(await verify(code === '000000' ? '000001' : '000000')).toMatchObject(MISMATCH);
  expect((await verify(code)).body).toEqual({});
  expect(await attributesOf()).toMatchObject({ email: moved, email_verified: 'true' });
  expect(await signIn(moved)).toHaveProperty('AuthenticationResult');
  expect(await signIn(email)).toHaveProperty('__type', 'NotAuthorizedException');
});

test('a code for one new address does not verify the next one', async () => {
  await update(['email', `one-${email}`]);
  const first = await fixture.lastCode(`one-${email}`);
  await update(['email', `two-${email}`]);
  const second = await fixture.lastCode(`two-${email}`);
  // Both random codes can be equal (1 in 1,000,000).
  if (first === second) return;
  expect(await verify(first)).toMatchObject(MISMATCH);
  await update(['email', email]);
  expect(await verify(second)).toMatchObject(MISMATCH);
  expect(await attributesOf()).toMatchObject({ email, email_verified: 'true' });
});

test('a taken address is revealed only to someone who can read its mail', async () => {
  const owner = `owner-${email}`;
  await makeUser(owner);
  const asked = await update(['email', owner]);
  expect(asked.status).toBe(200);
  const code = await fixture.lastCode(owner);
  expect(await verify(code)).toMatchObject(
    refused('AliasExistsException', 'An account with the email already exists.'),
  );
  expect(await attributesOf()).toMatchObject({ email });
});

test('a phone number is active at once, and unverified until its code arrives', async () => {
  expect((await update(['phone_number', '+12065550199'])).body).toMatchObject({
    CodeDeliveryDetailsList: [{ Destination: '+*******0199', DeliveryMedium: 'SMS' }],
  });
  const code = await fixture.lastCode('+12065550199');
  expect((await attributesOf())['phone_number_verified']).not.toBe('true');
  expect((await verify(code, 'phone_number')).status).toBe(200);
  expect(await attributesOf()).toMatchObject({ phone_number_verified: 'true' });
  await update(['phone_number', '+12065550100']);
  expect(await attributesOf()).toMatchObject({ phone_number_verified: 'false' });
  expect(await update(['phone_number', '206'])).toMatchObject(
    refused('InvalidParameterException', 'Invalid phone number format.'),
  );
});

test('a user cannot set an address as verified, or write administrator-only and immutable attributes', async () => {
  const refusedWrite = (name: string) =>
    refused('NotAuthorizedException', `A client attempted to write unauthorized attribute ${name}`);
  expect(await update(['email_verified', 'true'])).toMatchObject(refusedWrite('email_verified'));
  expect(await update(['dev:custom:notes', 'x'])).toMatchObject(refusedWrite('dev:custom:notes'));
  expect(await remove('email_verified')).toMatchObject(refusedWrite('email_verified'));
  expect(await update(['custom:badge', '7'])).toMatchObject(
    refused('InvalidParameterException', 'user.custom:badge: Attribute cannot be updated.'),
  );
  expect(await remove('email')).toMatchObject({ status: 400 });
  expect(await update(['sub', 'x'])).toMatchObject({ status: 400 });
  expect(await attributesOf()).toMatchObject({ email, email_verified: 'true' });
});

test('a change is applied completely or not at all', async () => {
  expect(await update(['name', 'Ada'], ['custom:team', 'x'])).toMatchObject({ status: 400 });
  expect(await attributesOf()).not.toHaveProperty('name');
  expect((await update(['name', 'Ada'], ['custom:team', 'blue'])).body).toEqual({
    CodeDeliveryDetailsList: [],
  });
  expect(await attributesOf()).toMatchObject({ name: 'Ada', 'custom:team': 'blue' });
  expect((await remove('name', 'custom:team')).status).toBe(200);
  expect(await attributesOf()).toEqual({ sub: expect.anything(), email, email_verified: 'true' });
});

test('concurrent changes do not undo each other', async () => {
  await Promise.all([
    update(['name', 'Ada']),
    update(['nickname', 'A']),
    update(['locale', 'en']),
    update(['website', 'https://example.org']),
  ]);
  expect(Object.keys(await attributesOf())).toEqual(
    expect.arrayContaining(['name', 'nickname', 'locale', 'website']),
  );
});

test('a client reads and writes only its permitted attributes', async () => {
  const token = await tokenOf(email, FRANK_CLIENT_ID);
  await update(['nickname', 'hidden']);
  expect(await attributesOf(token)).not.toHaveProperty('nickname');
  const write = (Name: string) =>
    fixture.call('UpdateUserAttributes', { AccessToken: token, UserAttributes: [{ Name, Value: 'x' }] });
  expect((await write('name')).status).toBe(200);
  expect(await write('nickname')).toMatchObject({ status: 400 });
  const gone = { AccessToken: token, UserAttributeNames: ['nickname'] };
  expect(await fixture.call('DeleteUserAttributes', gone)).toMatchObject({ status: 400 });
});

test('codes for addresses can be requested five times an hour, and tried fifteen times', async () => {
  for (let turn = 0; turn < 5; turn++) {
    clock.advance(1);
    expect((await ask()).status).toBe(200);
  }
  const limited = { body: { __type: 'LimitExceededException' } };
  expect(await ask()).toMatchObject(limited);
  expect(await update(['email', `more-${email}`])).toMatchObject(limited);
  const wrong = (await fixture.lastCode(email)) === '000000' ? '000001' : '000000';
  for (let turn = 0; turn < 5; turn++) expect(await verify(wrong)).toMatchObject(MISMATCH);
  expect(await verify(await fixture.lastCode(email))).toMatchObject(limited);
  clock.advance(HOUR_MS);
  AccessToken = await tokenOf(email);
  expect((await ask()).status).toBe(200);
  expect((await verify(await fixture.lastCode(email))).status).toBe(200);
});

test('only existing addresses can be verified', async () => {
  expect(await ask('name')).toMatchObject({ status: 400 });
  expect(await ask('phone_number')).toMatchObject(
    refused('InvalidParameterException', 'User has no phone_number to verify.'),
  );
  expect(await verify('123456', 'phone_number')).toMatchObject({ status: 400 });
});

test('a deleted user has no valid tokens', async () => {
  expect(await fixture.call('DeleteUser', { AccessToken })).toMatchObject({ status: 200, body: {} });
  expect(await fixture.call('GetUser', { AccessToken })).toMatchObject({ status: 400 });
  expect(await signIn(email)).toHaveProperty('__type', 'NotAuthorizedException');
  const target = { UserPoolId: PEOPLE_POOL_ID, Username: email };
  expect(await fixture.admin('AdminGetUser', target)).toMatchObject(
    refused('UserNotFoundException', 'User does not exist.'),
  );
  await makeUser(email);
  expect(await fixture.call('GetUser', { AccessToken })).toMatchObject({ status: 400 });
});

test('the factors of a user are returned', async () => {
  const reply = await fixture.call('GetUserAuthFactors', { AccessToken });
  expect(reply.body).toMatchObject({ ConfiguredUserAuthFactors: ['PASSWORD'] });
});

test('a preferred username is a unique sign-in name', async () => {
  const prefer = async (name: string, Value: string) => {
    const { AccessToken: token } = tokensSchema.parse((await aliasSignIn(name)).body['AuthenticationResult']);
    const UserAttributes = [{ Name: 'preferred_username', Value }];
    return await fixture.call('UpdateUserAttributes', { AccessToken: token, UserAttributes });
  };
  for (const name of ['ada', 'bob']) {
    const signedUp = await fixture.call('SignUp', {
      ClientId: ALIAS_CLIENT_ID,
      Username: name,
      Password: PASSWORD,
      UserAttributes: [{ Name: 'email', Value: `${name}@example.org` }],
    });
    expect(signedUp.status).toBe(200);
    expect(
      (await fixture.admin('AdminConfirmSignUp', { UserPoolId: ALIAS_POOL_ID, Username: name })).status,
    ).toBe(200);
  }
  expect(await aliasSignIn('ada@example.org')).toMatchObject({ status: 400 });
  expect((await prefer('ada', 'countess')).status).toBe(200);
  expect((await aliasSignIn('countess')).body).toHaveProperty('AuthenticationResult');
  expect(await prefer('bob', 'countess')).toMatchObject({ body: { __type: 'AliasExistsException' } });
});

test('a verification without an address does not verify a later one', async () => {
  const target = { UserPoolId: PEOPLE_POOL_ID, Username: email };
  const UserAttributes = [{ Name: 'phone_number_verified', Value: 'true' }];
  await fixture.admin('AdminUpdateUserAttributes', { ...target, UserAttributes });
  await update(['phone_number', '+12065550111']);
  expect(await attributesOf()).toMatchObject({ phone_number_verified: 'false' });
});
