import { DAY_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ALIAS_CLIENT_ID,
  ALIAS_POOL_ID,
  EITHER_POOL_ID,
  PEOPLE_CLIENT_ID,
  PEOPLE_POOL_ID,
  PEOPLE_POOLS,
  PHONE_POOL_ID,
} from '../../testing/people-pools.ts';
import { PASSWORD, type PoolFixture, startPool } from '../../testing/pool-fixture.ts';

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
  email = `guest${++count}@example.org`;
});

const refused = (type: string, message: string) => ({ status: 400, body: { __type: type, message } });
const admin = (operation: string, more: object = {}, UserPoolId = PEOPLE_POOL_ID) =>
  fixture.admin(operation, { UserPoolId, Username: email, ...more });
const give = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([Name, Value]) => ({ Name, Value }));
const signIn = async (name: string, password: string) =>
  (await fixture.signIn(name, password, { poolId: PEOPLE_POOL_ID, clientId: PEOPLE_CLIENT_ID })).body;

const createAliased = (Username: string, more: object = {}) =>
  fixture.admin('AdminCreateUser', {
    UserPoolId: ALIAS_POOL_ID,
    Username,
    MessageAction: 'SUPPRESS',
    UserAttributes: give(['email', email], ['email_verified', 'true']),
    ...more,
  });

async function invitationTo(to: string): Promise<{ readonly password: string; readonly text: string }> {
  await fixture.pool.deliverMessages();
  const message = fixture.messages.findLast((each) => each.to === to && each.kind === 'invitation');
  const text = message?.text ?? '';
  const password = text.split('\n').find((line) => /^\S{16}$/.test(line)) ?? '';
  return { password, text };
}

async function attributesOf(name = email, pool = PEOPLE_POOL_ID): Promise<Record<string, string>> {
  const reply = await fixture.admin('AdminGetUser', { UserPoolId: pool, Username: name });
  const list = reply.body['UserAttributes'] as readonly { Name: string; Value: string }[];
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]));
}

test('an unsigned operation changes no user', async () => {
  await admin('AdminCreateUser');
  for (const operation of [
    'AdminDeleteUser',
    'AdminConfirmSignUp',
    'AdminResetUserPassword',
    'AdminUpdateUserAttributes',
    'AdminDeleteUserAttributes',
  ]) {
    const input = { UserPoolId: PEOPLE_POOL_ID, Username: email, UserAttributes: [], UserAttributeNames: [] };
    expect((await fixture.call(operation, input)).body).toHaveProperty(
      '__type',
      'MissingAuthenticationTokenException',
    );
    expect(await fixture.admin(operation, { ...input, Username: 'nobody@example.org' })).toMatchObject(
      refused('UserNotFoundException', 'User does not exist.'),
    );
  }
  expect((await admin('AdminGetUser')).status).toBe(200);
});

test('an invitation contains a temporary password, which a second one replaces', async () => {
  await admin('AdminCreateUser');
  const first = await invitationTo(email);
  expect(first.text).toContain(`Your user name is ${email}`);
  expect(await signIn(email, first.password)).toHaveProperty('ChallengeName', 'NEW_PASSWORD_REQUIRED');
  expect((await admin('AdminCreateUser', { MessageAction: 'RESEND' })).status).toBe(200);
  const second = await invitationTo(email);
  expect(second.password).not.toBe(first.password);
  expect(await signIn(email, first.password)).toHaveProperty('__type', 'NotAuthorizedException');
  expect(await signIn(email, second.password)).toHaveProperty('ChallengeName', 'NEW_PASSWORD_REQUIRED');
  await admin('AdminSetUserPassword', { Password: PASSWORD, Permanent: true });
  expect(await admin('AdminCreateUser', { MessageAction: 'RESEND' })).toMatchObject({
    body: { __type: 'UnsupportedUserStateException' },
  });
  expect(await admin('AdminCreateUser')).toMatchObject(
    refused('UsernameExistsException', 'An account with the given email already exists.'),
  );
});

test('an invitation is sent by the requested medium, and not at all when suppressed', async () => {
  const phone = '+12065550177';
  await admin('AdminCreateUser', {
    DesiredDeliveryMediums: ['SMS', 'EMAIL'],
    UserAttributes: give(['phone_number', phone]),
  });
  await fixture.pool.deliverMessages();
  const to = fixture.messages.filter((each) => each.to === email || each.to === phone);
  expect(to.map(({ medium }) => medium).toSorted()).toEqual(['EMAIL', 'SMS']);
  await fixture.admin('AdminCreateUser', {
    UserPoolId: PEOPLE_POOL_ID,
    Username: `x${email}`,
    MessageAction: 'SUPPRESS',
  });
  await fixture.pool.deliverMessages();
  expect(fixture.messages.some((each) => each.to === `x${email}`)).toBe(false);
});

test('only a user with a verified address is confirmed without a password', async () => {
  const phone = '+12065550188';
  const made = await fixture.admin('AdminCreateUser', {
    UserPoolId: PHONE_POOL_ID,
    Username: phone,
    UserAttributes: give(['phone_number_verified', 'true']),
  });
  expect(made.body).toMatchObject({ User: { UserStatus: 'CONFIRMED' } });
  await fixture.pool.deliverMessages();
  expect(fixture.messages.findLast(({ to }) => to === phone)).toMatchObject({
    kind: 'welcome',
    medium: 'SMS',
  });
  const forced = { User: { UserStatus: 'FORCE_CHANGE_PASSWORD' } };
  const unproved = { UserPoolId: PHONE_POOL_ID, Username: '+12065550189' };
  expect((await fixture.admin('AdminCreateUser', unproved)).body).toMatchObject(forced);
  const given = { UserPoolId: PHONE_POOL_ID, Username: '+12065550190', TemporaryPassword: PASSWORD };
  expect((await fixture.admin('AdminCreateUser', given)).body).toMatchObject(forced);
});

test('an alias in use is rejected, or moved by force if the administrator verified it', async () => {
  expect((await createAliased('one')).status).toBe(200);
  expect(await createAliased('two')).toMatchObject(
    refused('AliasExistsException', 'An account with the email already exists.'),
  );
  expect(await admin('AdminGetUser', { Username: 'two' }, ALIAS_POOL_ID)).toMatchObject({ status: 400 });
  expect((await createAliased('two', { ForceAliasCreation: true })).status).toBe(200);
  expect((await admin('AdminGetUser', {}, ALIAS_POOL_ID)).body['Username']).toBe('two');
  expect(await attributesOf('one', ALIAS_POOL_ID)).toMatchObject({ email_verified: 'false' });
});

test('a new address set by an administrator is active at once if verified, otherwise pending', async () => {
  await admin('AdminCreateUser', { MessageAction: 'SUPPRESS' });
  const moved = `moved-${email}`;
  await admin('AdminUpdateUserAttributes', { UserAttributes: give(['email', moved]) });
  expect(await attributesOf()).toMatchObject({ email });
  await fixture.pool.deliverMessages();
  expect(fixture.messages.findLast(({ to }) => to === moved)).toMatchObject({ kind: 'verify_attribute' });
  await admin('AdminUpdateUserAttributes', {
    UserAttributes: give(['email', moved], ['email_verified', 'true'], ['dev:custom:notes', 'x']),
  });
  expect(await attributesOf(moved)).toMatchObject({ email: moved, 'dev:custom:notes': 'x' });
  const gone = { UserAttributeNames: ['dev:custom:notes'] };
  expect((await admin('AdminDeleteUserAttributes', { ...gone, Username: moved })).status).toBe(200);
  expect(await attributesOf(moved)).not.toHaveProperty('dev:custom:notes');
});

test('immutable attributes are set with the user and not later', async () => {
  await admin('AdminCreateUser', { UserAttributes: give(['custom:badge', '7']) });
  const change = { UserAttributes: give(['custom:badge', '8']) };
  expect(await admin('AdminUpdateUserAttributes', change)).toMatchObject(
    refused('InvalidParameterException', 'user.custom:badge: Attribute cannot be updated.'),
  );
});

test('an administrator sets a permanent password only if the pool allows it', async () => {
  const target = { UserPoolId: ALIAS_POOL_ID, Username: `solo${count}` };
  await fixture.admin('AdminCreateUser', { ...target, MessageAction: 'SUPPRESS' });
  const set = (Permanent: boolean) =>
    fixture.admin('AdminSetUserPassword', { ...target, Password: PASSWORD, Permanent });
  expect(await set(true)).toMatchObject({ body: { __type: 'NotAuthorizedException' } });
  expect((await set(false)).status).toBe(200);
});

test('an administrator confirms a sign-up once, which verifies nothing', async () => {
  await fixture.call('SignUp', {
    ClientId: ALIAS_CLIENT_ID,
    Username: `joan${count}`,
    Password: PASSWORD,
    UserAttributes: give(['email', email]),
  });
  const target = { UserPoolId: ALIAS_POOL_ID, Username: `joan${count}` };
  const code = await fixture.lastCode(email);
  expect((await fixture.admin('AdminConfirmSignUp', target)).body).toEqual({});
  expect(await fixture.admin('AdminConfirmSignUp', target)).toMatchObject(
    refused('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'),
  );
  expect(await attributesOf(`joan${count}`, ALIAS_POOL_ID)).not.toHaveProperty('email_verified', 'true');
  const late = { ClientId: ALIAS_CLIENT_ID, Username: `joan${count}`, ConfirmationCode: code };
  expect(await fixture.call('ConfirmSignUp', late)).toMatchObject({
    body: { __type: 'ExpiredCodeException' },
  });
});

test('a temporary password expires, and a new invitation replaces it', async () => {
  await admin('AdminCreateUser');
  const { password } = await invitationTo(email);
  clock.advance(8 * DAY_MS);
  expect(await signIn(email, password)).toMatchObject({
    message: 'Temporary password has expired and must be reset by an administrator.',
  });
  await admin('AdminCreateUser', { MessageAction: 'RESEND' });
  const fresh = await invitationTo(email);
  expect(await signIn(email, fresh.password)).toHaveProperty('ChallengeName', 'NEW_PASSWORD_REQUIRED');
});

test.each([
  ['email = "FILTERED@example.org"', 1],
  ['email ^= "filtered"', 1],
  ['name = "Zoë"', 1],
  ['given_name ^= "Z"', 1],
  ['family_name = "Quux"', 1],
  ['"phone_number" = "+12065550166"', 1],
  ['preferred_username = "zq"', 1],
  ['cognito:user_status = "FORCE_CHANGE_PASSWORD"', 1],
  ['status = "Disabled"', 0],
  ['name = "Zo"', 0],
  ['username = "nobody"', 0],
  ['', 1],
])('a list filtered by %s has the matching users', async (Filter, found) => {
  const filtered = 'filtered@example.org';
  await fixture.admin('AdminDeleteUser', { UserPoolId: PEOPLE_POOL_ID, Username: filtered });
  await fixture.admin('AdminCreateUser', {
    UserPoolId: PEOPLE_POOL_ID,
    Username: filtered,
    MessageAction: 'SUPPRESS',
    UserAttributes: give(
      ['name', 'Zoë'],
      ['given_name', 'Zoë'],
      ['family_name', 'Quux'],
      ['phone_number', '+12065550166'],
      ['preferred_username', 'zq'],
    ),
  });
  const listed = await fixture.admin('ListUsers', { UserPoolId: PEOPLE_POOL_ID, Filter });
  const users = listed.body['Users'] as readonly { Attributes: readonly { Name: string; Value: string }[] }[];
  const ours = users.filter(({ Attributes }) => Attributes.some(({ Value }) => Value === filtered));
  expect(ours).toHaveLength(found);
});

test.each(['custom:team = "x"', 'email = x', "email = 'x'", 'email = "a" and name = "b"', 'email ~ "x"'])(
  'the filter %s is rejected',
  async (Filter) => {
    expect(await fixture.admin('ListUsers', { UserPoolId: PEOPLE_POOL_ID, Filter })).toMatchObject(
      refused('InvalidParameterException', 'Error while parsing filter'),
    );
  },
);

test.each([[['email', 'custom:nothing']], [['nothing']], [['custom:dev:team']]])(
  'the attributes %j, which are not in the schema, cannot be listed',
  async (AttributesToGet) => {
    const input = { UserPoolId: PEOPLE_POOL_ID, AttributesToGet };
    expect(await fixture.admin('ListUsers', input)).toMatchObject(
      refused('InvalidParameterException', 'One or more requested attributes do not exist.'),
    );
  },
);

test("standard attributes, the pool's own and identities can be listed", async () => {
  const AttributesToGet = ['sub', 'email', 'given_name', 'custom:team', 'dev:custom:notes', 'identities'];
  const listed = await fixture.admin('ListUsers', { UserPoolId: PEOPLE_POOL_ID, AttributesToGet });
  expect(listed.status).toBe(200);
});

test('of two sign-in addresses one can be deleted, and not both', async () => {
  const pairs = give(['email', email], ['phone_number', '+12065550123']);
  const made = { MessageAction: 'SUPPRESS', UserAttributes: pairs };
  expect((await admin('AdminCreateUser', made, EITHER_POOL_ID)).status).toBe(200);
  const remove = (...UserAttributeNames: readonly string[]) =>
    admin('AdminDeleteUserAttributes', { UserAttributeNames }, EITHER_POOL_ID);
  expect((await remove('email', 'phone_number')).status).toBe(400);
  expect((await remove('phone_number')).status).toBe(200);
  expect((await remove('email')).status).toBe(400);
  expect(await attributesOf(email, EITHER_POOL_ID)).toMatchObject({ email });
});
