import { SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, type PoolFixture, type Reply, startPool } from '../testing/pool-fixture.ts';
import {
  CHALLENGE_POOLS,
  CHOICE_POOL_ID,
  createDriver,
  DEMANDING_POOL_ID,
  EXCEEDED,
  NOT_AUTHORIZED,
  parametersOf,
  refused,
  type SignInDriver,
  tokensOf,
} from '../testing/sign-in-driver.ts';

const TEMPORARY = 'first-Kettle-Parade-7';
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
  email = `password${++count}@example.org`;
  clock.advance(SECOND_MS);
});

const asAdmin = (AuthFlow: string, AuthParameters: object, more: object = {}) =>
  fixture.admin('AdminInitiateAuth', {
    UserPoolId: CHOICE_POOL_ID,
    ClientId: 'choice',
    AuthFlow,
    AuthParameters,
    ...more,
  });
const respondAsAdmin = (ChallengeName: string, of: Reply, ChallengeResponses: object) =>
  fixture.admin('AdminRespondToAuthChallenge', {
    UserPoolId: CHOICE_POOL_ID,
    ClientId: 'choice',
    ChallengeName,
    Session: of.body['Session'],
    ChallengeResponses,
  });

async function createTemporary(attributes: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  await fixture.admin('AdminCreateUser', {
    UserPoolId: CHOICE_POOL_ID,
    Username: email,
    TemporaryPassword: TEMPORARY,
    MessageAction: 'SUPPRESS',
    UserAttributes,
  });
  return await choice.password(email, TEMPORARY);
}

test('USER_PASSWORD_AUTH signs in where the client allows it', async () => {
  await choice.createUser(email);
  tokensOf(await choice.password(email));
  expect(await choice.password(email, 'not the password')).toMatchObject(NOT_AUTHORIZED);
  expect(await choice.begin('USER_PASSWORD_AUTH', { USERNAME: email })).toMatchObject(
    refused('InvalidParameterException', 'Missing required parameter PASSWORD'),
  );
  const strict = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'srpchoice', clock });
  for (const flow of ['USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'])
    expect(await strict.begin(flow, { USERNAME: email, PASSWORD })).toMatchObject(
      refused('InvalidParameterException', `${flow} flow not enabled for this client`),
    );
});

test('a plain password, an SRP proof and a chosen password count towards one lock', async () => {
  await choice.createUser(email);
  for (const name of [email, `missing-${email}`]) {
    const wrong = 'not the password';
    const chosen = { USERNAME: name, PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: wrong };
    expect(await choice.password(name, wrong)).toMatchObject(NOT_AUTHORIZED);
    expect(await choice.begin('USER_AUTH', chosen)).toMatchObject(NOT_AUTHORIZED);
    expect(await proveBySrp(name, wrong)).toMatchObject(NOT_AUTHORIZED);
    expect(await asAdmin('ADMIN_USER_PASSWORD_AUTH', { USERNAME: name, PASSWORD: wrong })).toMatchObject(
      NOT_AUTHORIZED,
    );
    expect(await choice.password(name, wrong)).toMatchObject(NOT_AUTHORIZED);
    expect(await choice.password(name, wrong)).toMatchObject(EXCEEDED);
    expect(await proveBySrp(name, PASSWORD)).toMatchObject(EXCEEDED);
  }
});

test.each(['ADMIN_USER_PASSWORD_AUTH', 'ADMIN_NO_SRP_AUTH'])('%s requires a signed request', async (flow) => {
  await choice.createUser(email);
  tokensOf(await asAdmin(flow, { USERNAME: email, PASSWORD }));
  expect(await asAdmin(flow, { USERNAME: email, PASSWORD: 'not the password' })).toMatchObject(
    NOT_AUTHORIZED,
  );
  expect(await choice.begin(flow, { USERNAME: email, PASSWORD })).toMatchObject(
    refused('InvalidParameterException', 'Initiate Auth method not supported.'),
  );
  const unsigned = { UserPoolId: CHOICE_POOL_ID, ClientId: 'choice', AuthFlow: flow, AuthParameters: {} };
  expect((await fixture.call('AdminInitiateAuth', unsigned)).body).toMatchObject({
    __type: 'MissingAuthenticationTokenException',
  });
});

test('every flow works through AdminInitiateAuth and AdminRespondToAuthChallenge', async () => {
  await choice.createUser(email);
  const srp = choice.srp();
  const begun = await asAdmin('USER_SRP_AUTH', { USERNAME: email, SRP_A: srp.publicHex });
  const proof = srp.answer(parametersOf(begun), PASSWORD, clock.now());
  const { RefreshToken } = tokensOf(await respondAsAdmin('PASSWORD_VERIFIER', begun, proof));
  tokensOf(await asAdmin('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: RefreshToken }));
  const offered = await asAdmin('USER_AUTH', { USERNAME: email });
  expect(offered.body).toMatchObject({ ChallengeName: 'SELECT_CHALLENGE' });
  tokensOf(
    await respondAsAdmin('SELECT_CHALLENGE', offered, { USERNAME: email, ANSWER: 'PASSWORD', PASSWORD }),
  );
});

test('a client of another pool is unknown', async () => {
  const foreign = { UserPoolId: DEMANDING_POOL_ID, ClientId: 'choice' };
  const unknown = refused('ResourceNotFoundException', 'User pool client choice does not exist.');
  expect(await asAdmin('ADMIN_USER_PASSWORD_AUTH', { USERNAME: email, PASSWORD }, foreign)).toMatchObject(
    unknown,
  );
  expect(
    await fixture.admin('AdminRespondToAuthChallenge', { ...foreign, ChallengeName: 'PASSWORD' }),
  ).toMatchObject(unknown);
});

test('failures are counted for the address that a server names', async () => {
  const ContextData = { IpAddress: '203.0.113.77', ServerName: 's', ServerPath: '/', HttpHeaders: [] };
  const guess = (name: string) =>
    asAdmin('ADMIN_USER_PASSWORD_AUTH', { USERNAME: name, PASSWORD: 'not the password' }, { ContextData });
  for (let attempt = 0; attempt < 50; attempt++) await guess(`victim${attempt}@example.org`);
  await choice.createUser(email);
  expect(await guess(email)).toMatchObject(EXCEEDED);
  tokensOf(await choice.password(email));
});

test('NEW_PASSWORD_REQUIRED names the required attributes and accepts them in the answer', async () => {
  const asked = await createTemporary({ given_name: 'Ada' });
  expect(asked.body).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
  const parameters = parametersOf(asked);
  expect(JSON.parse(String(parameters['requiredAttributes']))).toEqual(['userAttributes.family_name']);
  expect(JSON.parse(String(parameters['userAttributes']))).toMatchObject({ email, given_name: 'Ada' });

  const answer = (more: object) =>
    choice.answer('NEW_PASSWORD_REQUIRED', asked, { USERNAME: email, NEW_PASSWORD: PASSWORD, ...more });
  expect(await answer({})).toMatchObject(
    refused(
      'InvalidParameterException',
      'Attributes did not conform to the schema: family_name: The attribute is required',
    ),
  );
  const family = { 'userAttributes.family_name': 'Lovelace' };
  expect(await answer({ ...family, 'userAttributes.given_name': 'Grace' })).toMatchObject(
    refused('NotAuthorizedException', 'Cannot modify an already provided given_name'),
  );
  expect(await answer({ ...family, 'userAttributes.email_verified': 'true' })).toMatchObject({
    body: { __type: 'NotAuthorizedException' },
  });
  expect(await answer({ ...family, 'userAttributes.shoe_size': '43' })).toMatchObject({
    body: { __type: 'InvalidParameterException' },
  });
  // Clients return the attributes that they received. Equal values are not changes.
  const given = { ...family, 'userAttributes.given_name': 'Ada', 'userAttributes.custom:team': 'blue' };
  const { AccessToken } = tokensOf(await answer(given));
  expect((await fixture.call('GetUser', { AccessToken })).body).toMatchObject({
    UserAttributes: expect.arrayContaining([
      { Name: 'family_name', Value: 'Lovelace' },
      { Name: 'custom:team', Value: 'blue' },
    ]),
  });
  tokensOf(await choice.password(email));
});

test('of twenty concurrent new passwords one is set, and only it signs in', async () => {
  const asked = await createTemporary({ given_name: 'Ada', family_name: 'Lovelace' });
  const passwords = Array.from({ length: 20 }, (_, index) => `parallel-Kettle-orbit-${index}`);
  const replies = await Promise.all(
    passwords.map((NEW_PASSWORD) =>
      choice.answer('NEW_PASSWORD_REQUIRED', asked, { USERNAME: email, NEW_PASSWORD }),
    ),
  );
  const winners = passwords.filter((_, index) => replies[index]?.status === 200);
  expect(winners).toHaveLength(1);
  tokensOf(await choice.password(email, winners[0]));
});

async function proveBySrp(name: string, password: string): Promise<Reply> {
  const srp = choice.srp();
  const begun = await choice.begin('USER_SRP_AUTH', { USERNAME: name, SRP_A: srp.publicHex });
  return await choice.answer(
    'PASSWORD_VERIFIER',
    undefined,
    srp.answer(parametersOf(begun), password, clock.now()),
  );
}
