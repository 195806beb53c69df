import { SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, type PoolFixture, startPool } from '../testing/pool-fixture.ts';
import {
  ALIAS_POOL_ID,
  CHALLENGE_POOLS,
  CHOICE_POOL_ID,
  CODE_WRONG,
  createDriver,
  EXCEEDED,
  NOT_AUTHORIZED,
  parametersOf,
  refused,
  SESSION_INVALID,
  SESSION_USED,
  type SignInDriver,
  tokensOf,
} from '../testing/sign-in-driver.ts';

const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let choice: SignInDriver;
let email: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { clock, pools: CHALLENGE_POOLS });
  choice = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'choice', clock });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

beforeEach(() => {
  email = `chooser${++count}@example.org`;
  clock.advance(SECOND_MS);
});

const choose = (PREFERRED_CHALLENGE?: string, more: object = {}) =>
  choice.begin('USER_AUTH', {
    USERNAME: email,
    ...(PREFERRED_CHALLENGE === undefined ? {} : { PREFERRED_CHALLENGE }),
    ...more,
  });
const NOT_OFFERED = refused('InvalidParameterException', 'The challenge is not available for this user.');

test('without an available preference the challenges to choose from are at the top level of the response', async () => {
  await choice.createUser(email, { phone_number_verified: 'false' });
  for (const reply of [await choose(), await choose('SMS_OTP'), await choose('WEB_AUTHN'), await choose('x')])
    expect(reply.body).toEqual({
      ChallengeName: 'SELECT_CHALLENGE',
      AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP'],
      ChallengeParameters: { USERNAME: expect.any(String) },
      Session: expect.any(String),
    });
});

test('a password is accepted with the preference, with the choice, and after it', async () => {
  await choice.createUser(email);
  tokensOf(await choose('PASSWORD', { PASSWORD }));
  expect(await choose('PASSWORD', { PASSWORD: 'not the password' })).toMatchObject(NOT_AUTHORIZED);
  const chosen = { USERNAME: email, ANSWER: 'PASSWORD' };
  tokensOf(await choice.answer('SELECT_CHALLENGE', await choose(), { ...chosen, PASSWORD }));
  const asked = await choice.answer('SELECT_CHALLENGE', await choose(), chosen);
  expect(asked.body).toMatchObject({ ChallengeName: 'PASSWORD' });
  const wrong = { USERNAME: email, PASSWORD: 'not the password' };
  expect(await choice.answer('PASSWORD', asked, wrong)).toMatchObject(NOT_AUTHORIZED);
  tokensOf(await choice.answer('PASSWORD', asked, { USERNAME: email, PASSWORD }));
  expect(await choice.answer('PASSWORD', asked, { USERNAME: email, PASSWORD })).toMatchObject(SESSION_USED);
});

test('SRP starts with the preference, with the choice, and after it', async () => {
  await choice.createUser(email);
  for (const way of ['preferred', 'chosen', 'named'] as const) {
    const srp = choice.srp();
    const SRP_A = srp.publicHex;
    const begun =
      way === 'preferred'
        ? await choose('PASSWORD_SRP', { SRP_A })
        : way === 'chosen'
          ? await choice.answer('SELECT_CHALLENGE', await choose(), {
              USERNAME: email,
              ANSWER: 'PASSWORD_SRP',
              SRP_A,
            })
          : await choice.answer('PASSWORD_SRP', await choose(), { USERNAME: email, SRP_A });
    expect(begun.body).toMatchObject({ ChallengeName: 'PASSWORD_VERIFIER', Session: expect.any(String) });
    const proof = srp.answer(parametersOf(begun), PASSWORD, clock.now());
    tokensOf(await choice.answer('PASSWORD_VERIFIER', begun, proof));
  }
});

test('the proof of a chosen SRP requires the Session of its challenge', async () => {
  await choice.createUser(email);
  for (const session of [undefined, 'x'.repeat(64)]) {
    const srp = choice.srp();
    const begun = await choose('PASSWORD_SRP', { SRP_A: srp.publicHex });
    const proof = srp.answer(parametersOf(begun), PASSWORD, clock.now());
    expect(await choice.answer('PASSWORD_VERIFIER', session, proof)).toMatchObject(NOT_AUTHORIZED);
  }
});

test('a challenge can be chosen once', async () => {
  await choice.createUser(email);
  const asked = await choose();
  const chosen = { USERNAME: email, ANSWER: 'EMAIL_OTP' };
  expect((await choice.answer('SELECT_CHALLENGE', asked, chosen)).body).toMatchObject({
    ChallengeName: 'EMAIL_OTP',
  });
  expect(await choice.answer('SELECT_CHALLENGE', asked, chosen)).toMatchObject(SESSION_USED);
  const srp = { USERNAME: email, ANSWER: 'PASSWORD_SRP', SRP_A: choice.srp().publicHex };
  expect(await choice.answer('SELECT_CHALLENGE', asked, srp)).toMatchObject(SESSION_USED);
});

test('a code of eight digits is a first factor, by e-mail and by SMS', async () => {
  const phone_number = `+49151009${String(count).padStart(5, '0')}`;
  await choice.createUser(email, { phone_number });
  for (const [factor, to, member] of [
    ['EMAIL_OTP', email, 'EMAIL_OTP_CODE'],
    ['SMS_OTP', phone_number, 'SMS_OTP_CODE'],
  ] as const) {
    const asked = await choose(factor);
    expect(asked.body).toMatchObject({
      ChallengeName: factor,
      ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: factor === 'EMAIL_OTP' ? 'EMAIL' : 'SMS' },
    });
    const code = await fixture.lastCode(to);
    expect(code).toMatch(/^\d{8}$/);
    expect(await choice.answer(factor, asked, { USERNAME: email, [member]: '1' })).toMatchObject(CODE_WRONG);
    tokensOf(await choice.answer(factor, asked, { USERNAME: email, [member]: code }));
  }
});

test('users with a temporary password or a second factor are offered passwords only', async () => {
  const target = { UserPoolId: CHOICE_POOL_ID, Username: email };
  const TemporaryPassword = 'first-Kettle-Parade-7';
  const attributes = { given_name: 'Ada', family_name: 'Lovelace', email_verified: 'true' };
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  await fixture.admin('AdminCreateUser', {
    ...target,
    UserAttributes,
    TemporaryPassword,
    MessageAction: 'SUPPRESS',
  });
  const passwords = { AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP'] };
  const asked = await choose('EMAIL_OTP');
  expect(asked.body).toMatchObject(passwords);
  const chosen = { USERNAME: email, ANSWER: 'EMAIL_OTP' };
  expect(await choice.answer('SELECT_CHALLENGE', asked, chosen)).toMatchObject(NOT_OFFERED);
  const changed = await choose('PASSWORD', { PASSWORD: TemporaryPassword });
  expect(changed.body).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
  const answered = { USERNAME: email, NEW_PASSWORD: PASSWORD };
  const { AccessToken } = tokensOf(await choice.answer('NEW_PASSWORD_REQUIRED', changed, answered));
  const EmailMfaSettings = { Enabled: true };
  await fixture.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings });
  expect((await choose('EMAIL_OTP')).body).toMatchObject(passwords);
  expect((await choose('PASSWORD', { PASSWORD })).body).toMatchObject({ ChallengeName: 'EMAIL_OTP' });
});

test('an unknown name gets the same offers, challenges and errors as a user, and nothing is sent', async () => {
  await choice.createUser(email, { phone_number_verified: 'false' });
  await fixture.pool.deliverMessages();
  const sent = fixture.messages.length;
  const replies: unknown[] = [];
  for (const name of [email, `missing-${email}`]) {
    const begin = (more: object) => choice.begin('USER_AUTH', { USERNAME: name, ...more });
    const asked = await begin({});
    const codes = await begin({ PREFERRED_CHALLENGE: 'EMAIL_OTP' });
    const chosen = await choice.answer('SELECT_CHALLENGE', asked, { USERNAME: name, ANSWER: 'EMAIL_OTP' });
    const wrong = { USERNAME: name, EMAIL_OTP_CODE: '0' };
    replies.push([
      shapeOf(asked.body),
      shapeOf(codes.body),
      shapeOf(chosen.body),
      (await choice.answer('EMAIL_OTP', codes, wrong)).body,
      (
        await choice.answer('EMAIL_OTP', chosen, {
          ...wrong,
          USERNAME: parametersOf(chosen)['USER_ID_FOR_SRP'] ?? '',
        })
      ).body,
      (await choice.answer('EMAIL_OTP', 'x'.repeat(64), wrong)).body,
      (await begin({ PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: 'not the password' })).body,
    ]);
  }
  expect(replies[0]).toEqual(replies[1]);
  await fixture.lastCode(email);
  expect(fixture.messages.slice(sent).map(({ to }) => to)).toEqual([email, email]);
});

test('a disabled and an unconfirmed user get a challenge that no code answers', async () => {
  await choice.createUser(email);
  await fixture.admin('AdminDisableUser', { UserPoolId: CHOICE_POOL_ID, Username: email });
  await fixture.pool.deliverMessages();
  const sent = fixture.messages.length;
  const asked = await choose('EMAIL_OTP');
  expect(asked.body).toMatchObject({ ChallengeName: 'EMAIL_OTP' });
  await fixture.pool.deliverMessages();
  expect(fixture.messages).toHaveLength(sent);
  expect(await choice.answer('EMAIL_OTP', asked, { USERNAME: email, EMAIL_OTP_CODE: '0' })).toMatchObject(
    CODE_WRONG,
  );
});

test('LEGACY reveals whether a name exists before any proof', async () => {
  const legacy = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'legacychoice', clock });
  const unknown = refused('UserNotFoundException', 'User does not exist.');
  for (const flow of ['USER_AUTH', 'USER_PASSWORD_AUTH'])
    expect(await legacy.begin(flow, { USERNAME: 'nobody@example.org', PASSWORD: 'x' })).toMatchObject(
      unknown,
    );
  const UserAttributes = [
    { Name: 'given_name', Value: 'Ada' },
    { Name: 'family_name', Value: 'Lovelace' },
  ];
  await fixture.call('SignUp', { ClientId: 'choice', Username: email, Password: PASSWORD, UserAttributes });
  expect(await legacy.password(email, 'not the password')).toMatchObject(
    refused('UserNotConfirmedException', 'User is not confirmed.'),
  );
  expect(await choice.password(email, 'not the password')).toMatchObject(NOT_AUTHORIZED);
  expect(await choice.password(email)).toMatchObject(
    refused('UserNotConfirmedException', 'User is not confirmed.'),
  );
});

test('the Session of a confirmed sign-up signs in once', async () => {
  const UserAttributes = [
    { Name: 'given_name', Value: 'Ada' },
    { Name: 'family_name', Value: 'Lovelace' },
  ];
  const signedUp = await fixture.call('SignUp', {
    ClientId: 'choice',
    Username: email,
    Password: PASSWORD,
    UserAttributes,
  });
  const ConfirmationCode = await fixture.lastCode(email);
  const confirmed = await fixture.call('ConfirmSignUp', {
    ClientId: 'choice',
    Username: email,
    ConfirmationCode,
    Session: signedUp.body['Session'],
  });
  const { Session } = confirmed.body;
  expect(Session).toEqual(expect.any(String));
  const other = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'choice2', clock });
  expect(await other.begin('USER_AUTH', { USERNAME: email }, { Session })).toMatchObject(SESSION_INVALID);
  expect(await choice.begin('USER_AUTH', { USERNAME: 'other@example.org' }, { Session })).toMatchObject(
    SESSION_INVALID,
  );
  tokensOf(await choice.begin('USER_AUTH', { USERNAME: email }, { Session }));
  expect(await choice.begin('USER_AUTH', { USERNAME: email }, { Session })).toMatchObject(SESSION_USED);
});

test('codes per user are limited each hour, for known and unknown names', async () => {
  await choice.createUser(email);
  const limited = refused('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  for (const USERNAME of [email, `missing-${email}`]) {
    const ask = () => choice.begin('USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' });
    for (let sent = 0; sent < 20; sent++) expect((await ask()).status).toBe(200);
    expect(await ask()).toMatchObject(limited);
  }
});

function shapeOf(body: Readonly<Record<string, unknown>>): unknown {
  const { ChallengeParameters, ...rest } = body;
  const parameters = Object.entries(Object(ChallengeParameters)).map(([name, value]) => [
    name,
    String(value)
      .replace(/^[0-9a-f-]{36}$/, 'a uuid')
      .replace(/^.\*\*\*/, '*'),
  ]);
  return { ...rest, Session: typeof rest['Session'], parameters };
}

test('in a pool of aliases an unknown address gets a decoy id, and a known one its username', async () => {
  const names = createDriver(fixture, { poolId: ALIAS_POOL_ID, clientId: 'alias', clock });
  const known = `alias${count}`;
  await names.createUser(known, { email });
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const begin = async (USERNAME: string) =>
    parametersOf(await names.begin('USER_SRP_AUTH', { USERNAME, SRP_A: names.srp().publicHex }));
  expect((await begin(email)).USER_ID_FOR_SRP).toBe(known);
  const unknown = await begin(`other-${email}`);
  expect(unknown.USER_ID_FOR_SRP).toMatch(uuid);
  expect((await begin(unknown.USER_ID_FOR_SRP)).SALT).toBe(unknown.SALT);
  expect((await begin(`other-${known}`)).USER_ID_FOR_SRP).toBe(`other-${known}`);
  const wrong = 'not the password';
  for (const name of [
    `other-${email}`,
    unknown.USER_ID_FOR_SRP,
    `other-${email}`,
    `other-${email}`,
    `other-${email}`,
  ])
    expect(await names.password(name, wrong)).toMatchObject(NOT_AUTHORIZED);
  expect(await names.password(unknown.USER_ID_FOR_SRP, wrong)).toMatchObject(EXCEEDED);
});
