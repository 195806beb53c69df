import { SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUserPool } from '../create-user-pool.ts';
import { ADMIN, KEY, PASSWORD, type PoolFixture, startPool } from '../testing/pool-fixture.ts';
import { seenEvents } from '../testing/riddle.ts';
import {
  CHALLENGE_POOLS,
  CHOICE_POOL_ID,
  CODE_WRONG,
  createDriver,
  NOT_AUTHORIZED,
  parametersOf,
  QUESTION_POOL_ID,
  refused,
  RIDDLE_POOL_ID,
  SESSION_USED,
  type SignInDriver,
  tokensOf,
  totpCode,
} from '../testing/sign-in-driver.ts';

const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let question: SignInDriver;
let riddle: SignInDriver;
let name: string;
let email: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { clock, pools: CHALLENGE_POOLS });
  question = createDriver(fixture, { poolId: QUESTION_POOL_ID, clientId: 'question', clock });
  riddle = createDriver(fixture, { poolId: RIDDLE_POOL_ID, clientId: 'riddle', clock });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

beforeEach(() => {
  name = `oedipus${++count}`;
  email = `${name}@example.org`;
  seenEvents.length = 0;
  clock.advance(30 * SECOND_MS);
});

const RIGHT = 'man-of-Thebes';
const solve = (of: unknown, ANSWER = RIGHT) =>
  riddle.answer('CUSTOM_CHALLENGE', of, { USERNAME: name, ANSWER });
const wish = (text: string) => ({ ClientMetadata: { wish: text } });

test('the custom challenge of the pool is a code by e-mail', async () => {
  await question.createUser(email);
  const asked = await question.begin('CUSTOM_AUTH', { USERNAME: email, OF_THE_CLIENT: 'secret' });
  expect(asked.body).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' });
  expect(asked.body['ChallengeParameters']).toEqual({
    USERNAME: expect.any(String),
    CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
    CODE_DELIVERY_DESTINATION: 'o***@e***',
  });
  const ANSWER = await fixture.lastCode(email);
  const answer = (given: string) =>
    question.answer('CUSTOM_CHALLENGE', asked, { USERNAME: email, ANSWER: given });
  expect(await answer('0')).toMatchObject(CODE_WRONG);
  tokensOf(await answer(ANSWER));
  expect(await answer(ANSWER)).toMatchObject(SESSION_USED);
});

test('the custom challenge can follow a proof of the password', async () => {
  await question.createUser(email);
  const prove = async (password: string) => {
    const srp = question.srp();
    const begun = await question.begin('CUSTOM_AUTH', {
      USERNAME: email,
      CHALLENGE_NAME: 'SRP_A',
      SRP_A: srp.publicHex,
    });
    expect(begun.body).toMatchObject({ ChallengeName: 'PASSWORD_VERIFIER', Session: expect.any(String) });
    return await question.answer(
      'PASSWORD_VERIFIER',
      begun,
      srp.answer(parametersOf(begun), password, clock.now()),
    );
  };
  expect(await prove('not the password')).toMatchObject(NOT_AUTHORIZED);
  const asked = await prove(PASSWORD);
  expect(asked.body).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' });
  const ANSWER = await fixture.lastCode(email);
  tokensOf(await question.answer('CUSTOM_CHALLENGE', asked, { USERNAME: email, ANSWER }));
});

test('an unknown name gets the same challenge, and nothing is sent', async () => {
  await question.createUser(email);
  await fixture.pool.deliverMessages();
  const sent = fixture.messages.length;
  const shapes: unknown[] = [];
  for (const USERNAME of [email, `x${email}`]) {
    const asked = await question.begin('CUSTOM_AUTH', { USERNAME });
    const wrong = await question.answer('CUSTOM_CHALLENGE', asked, { USERNAME, ANSWER: '0' });
    shapes.push([asked.status, Object.keys(Object(asked.body['ChallengeParameters'])), wrong.body]);
  }
  expect(shapes[0]).toEqual(shapes[1]);
  await fixture.pool.deliverMessages();
  expect(fixture.messages.slice(sent).map(({ to }) => to)).toEqual([email]);
});

const round = (challengeResult: boolean) => ({
  challengeName: 'CUSTOM_CHALLENGE',
  challengeResult,
  challengeMetadata: 'SPHINX',
});

test('hooks get the rounds as Lambda triggers do, and decide', async () => {
  const username = await riddle.createUser(name);
  const first = await riddle.begin('CUSTOM_AUTH', { USERNAME: name }, wish('none'));
  expect(first.body).toMatchObject({
    ChallengeName: 'CUSTOM_CHALLENGE',
    ChallengeParameters: { USERNAME: username, riddle: 'What walks on four legs in the morning?' },
  });
  expect(seenEvents.map(({ triggerSource }) => triggerSource)).toEqual([
    'DefineAuthChallenge_Authentication',
    'CreateAuthChallenge_Authentication',
  ]);
  expect(seenEvents[0]).toMatchObject({
    version: '1',
    region: 'us-east-1',
    userPoolId: RIDDLE_POOL_ID,
    userName: username,
    callerContext: { clientId: 'riddle' },
    request: {
      session: [],
      clientMetadata: { wish: 'none' },
      userAttributes: { email, 'cognito:user_status': 'CONFIRMED' },
    },
    response: {},
  });
  const second = await solve(first, 'a sphinx');
  const third = await solve(second);
  const done = await solve(third);
  tokensOf(done);
  expect(seenEvents.at(-1)?.request.session).toEqual([round(false), round(true), round(true)]);
  for (const old of [first, second, third]) expect(await solve(old)).toMatchObject(SESSION_USED);
});

test('private challenge data of a hook is readable nowhere', async () => {
  await riddle.createUser(name);
  const asked = await riddle.begin('CUSTOM_AUTH', { USERNAME: name });
  expect(JSON.stringify(asked.body)).not.toContain(RIGHT);
  expect(fixture.logged.join('')).not.toContain(RIGHT);
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query(
    "select step, state, pending_sealed from user_pool.auth_session where step = 'CUSTOM_CHALLENGE'",
  );
  await client.end();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(RIGHT);
});

test('with SRP first the hooks get it in the rounds, and a wrong password ends the sign-in', async () => {
  await riddle.createUser(name);
  const srp = riddle.srp();
  const AuthParameters = { USERNAME: name, CHALLENGE_NAME: 'SRP_A', SRP_A: srp.publicHex };
  const begun = await riddle.begin('CUSTOM_AUTH', AuthParameters);
  expect(seenEvents.at(-1)?.request.session).toEqual([{ challengeName: 'SRP_A', challengeResult: true }]);
  const proof = srp.answer(parametersOf(begun), PASSWORD, clock.now());
  const first = await riddle.answer('PASSWORD_VERIFIER', begun, proof);
  expect(first.body).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' });
  expect(
    seenEvents.find(
      ({ triggerSource, request }) => triggerSource.startsWith('Define') && request.session.length === 2,
    )?.request.session,
  ).toEqual([
    { challengeName: 'SRP_A', challengeResult: true },
    { challengeName: 'PASSWORD_VERIFIER', challengeResult: true },
  ]);
  tokensOf(await solve(await solve(first)));

  const again = await riddle.begin('CUSTOM_AUTH', AuthParameters);
  const wrong = srp.answer(parametersOf(again), 'not the password', clock.now());
  expect(await riddle.answer('PASSWORD_VERIFIER', again, wrong)).toMatchObject(NOT_AUTHORIZED);
});

test('too many wrong answers, and too many rounds, end the sign-in', async () => {
  await riddle.createUser(name);
  let asked = await riddle.begin('CUSTOM_AUTH', { USERNAME: name });
  for (let wrong = 0; wrong < 2; wrong++) asked = await solve(asked, 'a sphinx');
  expect(await solve(asked, 'a sphinx')).toMatchObject(NOT_AUTHORIZED);
  expect(await solve(asked)).toMatchObject(SESSION_USED);

  const forever = wish('forever');
  let reply = await riddle.begin('CUSTOM_AUTH', { USERNAME: name }, forever);
  let rounds = 0;
  while (reply.status === 200 && rounds < 50) {
    rounds += 1;
    reply = await fixture.call('RespondToAuthChallenge', {
      ChallengeName: 'CUSTOM_CHALLENGE',
      ClientId: 'riddle',
      Session: reply.body['Session'],
      ChallengeResponses: { USERNAME: name, ANSWER: RIGHT },
      ...forever,
    });
  }
  expect(rounds).toBe(10);
  expect(reply).toMatchObject(NOT_AUTHORIZED);
});

test('a custom module cannot sign in unknown users or skip a second factor', async () => {
  const everybody = wish('everybody');
  expect(await riddle.begin('CUSTOM_AUTH', { USERNAME: 'nobody' }, everybody)).toMatchObject(NOT_AUTHORIZED);
  expect(seenEvents[0]?.request).toMatchObject({ userNotFound: true, userAttributes: {} });
  await riddle.createUser(name);
  tokensOf(await riddle.begin('CUSTOM_AUTH', { USERNAME: name }, everybody));
  const secret = await riddle.setUpTotp(name);
  const AccessToken = await riddle.accessToken(name);
  await fixture.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  const asked = await riddle.begin('CUSTOM_AUTH', { USERNAME: name }, everybody);
  expect(asked.body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  const code = { USERNAME: name, SOFTWARE_TOKEN_MFA_CODE: totpCode(secret, clock) };
  tokensOf(await riddle.answer('SOFTWARE_TOKEN_MFA', asked, code));
  await fixture.admin('AdminDisableUser', { UserPoolId: RIDDLE_POOL_ID, Username: name });
  expect(await riddle.begin('CUSTOM_AUTH', { USERNAME: name }, everybody)).toMatchObject(
    refused('NotAuthorizedException', 'User is disabled.'),
  );
});

test.each([
  ['throw', 'UserLambdaValidationException', 'DefineAuthChallenge failed with error the sphinx sleeps.'],
  ['nonsense', 'InvalidLambdaResponseException', 'Unrecognizable lambda output'],
])('a hook that does %s is reported as %s', async (what, type, message) => {
  await riddle.createUser(name);
  expect(await riddle.begin('CUSTOM_AUTH', { USERNAME: name }, wish(what))).toMatchObject(
    refused(type, message),
  );
});

test('a pool without a custom challenge rejects CUSTOM_AUTH', async () => {
  const choice = createDriver(fixture, { poolId: CHOICE_POOL_ID, clientId: 'choice', clock });
  for (const more of [{}, { CHALLENGE_NAME: 'SRP_A', SRP_A: choice.srp().publicHex }])
    expect(await choice.begin('CUSTOM_AUTH', { USERNAME: 'x@example.org', ...more })).toMatchObject(
      refused(
        'InvalidUserPoolConfigurationException',
        'Custom auth lambda trigger is not configured for the user pool.',
      ),
    );
});

test.each(['/nonexistent/hooks.ts', new URL('flow.ts', import.meta.url).pathname])(
  'a pool with %s as its hooks does not start',
  async (path) => {
    const started = await createUserPool({
      database: { connectionString: database.connectionString },
      encryptionKey: KEY,
      baseUrl: 'http://127.0.0.1:1',
      adminCredentials: [ADMIN],
      pools: [
        { id: 'us-east-1_Broken001', name: 'broken', customAuth: { kind: 'module', path }, clients: [] },
      ],
    });
    expect(started).toMatchObject({ ok: false, error: { code: 'custom_auth_invalid' } });
  },
);
