// What is demanded of the user pool, by number, against the real one over HTTP. Each is short; the pool's own tests attack in depth.
import { manualClock, testDatabase } from '@coffer/testing';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Attacker, createAttacker } from '../../../../packages/user-pool/src/testing/attacker.ts';
import { createHostedBrowser } from '../../../../packages/user-pool/src/testing/hosted-browser.ts';
import {
  authorizePath,
  CALLBACK,
  createPkce,
  hostedPools,
  obtainCode,
  redeem,
  SIGNED_OUT,
  signInByPage,
} from '../../../../packages/user-pool/src/testing/hosted-fixture.ts';
import {
  CLIENT_ID,
  OTHER_CLIENT_ID,
  PASSWORD,
  POOL_ID,
  type PoolFixture,
  startPool,
} from '../../../../packages/user-pool/src/testing/pool-fixture.ts';

const NEW_PASSWORD = 'quiet-Lantern-harbor-52';
const clock = manualClock('2030-03-03T04:05:06.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let attacker: Attacker;
let count = 0;
let email = '';

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    clock,
    pools: hostedPools({ mayAdminSetLastingPassword: true }),
  });
  attacker = createAttacker(fixture, clock);
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});
beforeEach(() => {
  email = `person-${(count += 1)}@example.org`;
  clock.advance(30 * MINUTE_MS);
});

const person = () => ({ name: email, password: PASSWORD });
const exchange = async (verifier: string, code: string, changes: Record<string, string> = {}) =>
  await redeem(fixture.endpoint, {
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    redirect_uri: CALLBACK,
    code,
    code_verifier: verifier,
    ...changes,
  });

test('requirement 14: a code is good once, for one address, one verifier and a minute; its second use ends the tokens', async () => {
  await fixture.createUser(email);
  const { code, pkce } = await obtainCode(fixture.endpoint, person());
  const first = await exchange(pkce.verifier, code);
  expect(first.status).toBe(200);
  expect((await exchange(pkce.verifier, code)).body).toMatchObject({ error: 'invalid_grant' });
  const refresh = { grant_type: 'refresh_token', client_id: CLIENT_ID };
  const refreshed = await redeem(fixture.endpoint, {
    ...refresh,
    refresh_token: String(first.body['refresh_token']),
  });
  expect(refreshed.body).toMatchObject({ error: 'invalid_grant' });

  const other = await obtainCode(fixture.endpoint, person());
  expect((await exchange('x'.repeat(43), other.code)).status).toBe(400);
  const late = await obtainCode(fixture.endpoint, person());
  clock.advance(MINUTE_MS + SECOND_MS);
  expect((await exchange(late.pkce.verifier, late.code)).body).toMatchObject({ error: 'invalid_grant' });

  for (const grant_type of ['password', 'urn:ietf:params:oauth:grant-type:device_code'])
    expect(
      (await exchange(pkce.verifier, code, { grant_type, username: email, password: PASSWORD })).status,
    ).toBe(400);
  const browser = createHostedBrowser(fixture.endpoint, fixture.pool.fetch);
  for (const redirect_uri of [
    `${CALLBACK}/`,
    `${CALLBACK}?x`,
    'https://app.example.evil/callback',
    CALLBACK.toUpperCase(),
  ])
    expect(await browser.visit(authorizePath(pkce, { redirect_uri }))).toMatchObject({
      status: 400,
      left: undefined,
    });
  for (const changes of [
    { code_challenge_method: 'plain' },
    { code_challenge: undefined },
    { response_type: 'token' },
  ])
    expect((await browser.visit(authorizePath(pkce, changes))).left).toMatch(/[?#&]error=/);
});

test('requirement 15: unknown, wrong and disabled are one answer, and so are the ways to a new password', async () => {
  await fixture.createUser(email);
  const disabled = `disabled-${email}`;
  await fixture.createUser(disabled);
  await fixture.admin('AdminDisableUser', { UserPoolId: POOL_ID, Username: disabled });
  const names = [email, disabled, `nobody-${email}`];
  const replies = await Promise.all(
    names.map(async (name) => await fixture.signIn(name, 'not the password')),
  );
  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  const shapes = await Promise.all(
    names.map(async (Username) => {
      const { status, body } = await fixture.call('ForgotPassword', { ClientId: CLIENT_ID, Username });
      return JSON.stringify([status, Object.keys(body)]);
    }),
  );
  expect(new Set(shapes).size).toBe(1);
  const signUp = async (Username: string) => {
    const input = { ClientId: CLIENT_ID, Username, Password: NEW_PASSWORD };
    const { status, body } = await fixture.call('SignUp', input);
    return JSON.stringify([status, Object.keys(body).toSorted()]);
  };
  expect(await signUp(email)).toBe(await signUp(`new-${email}`));
});

test('requirement 16: a Session is of one client, user and step, dies by success, by five wrong codes and by time', async () => {
  const secret = await attacker.createTotpUser(email);
  const answer = (code: string, changes: object = {}) => ({
    ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code, ...changes },
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
  });
  clock.advance(MINUTE_MS);
  const { Session } = (await fixture.signIn(email, PASSWORD)).body;
  const right = attacker.codeOf(secret);
  const hostile = [
    await attacker.respondAs(OTHER_CLIENT_ID, { ...answer(right), Session }),
    await attacker.respondAs(CLIENT_ID, { ...answer(right, { USERNAME: 'somebody@example.org' }), Session }),
    await attacker.respondAs(CLIENT_ID, { ...answer(right), ChallengeName: 'SMS_MFA', Session }),
    await attacker.respondAs(CLIENT_ID, { ...answer('000000'), Session }),
  ];
  expect(hostile.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect((await attacker.respondAs(CLIENT_ID, { ...answer(right), Session })).status).toBe(200);
  expect((await attacker.respondAs(CLIENT_ID, { ...answer(right), Session })).status).toBe(400);

  clock.advance(MINUTE_MS);
  const late = (await fixture.signIn(email, PASSWORD)).body['Session'];
  clock.advance(3 * MINUTE_MS);
  const code = attacker.codeOf(secret);
  expect((await attacker.respondAs(CLIENT_ID, { ...answer(code), Session: late })).status).toBe(400);
  const guessed = (await fixture.signIn(email, PASSWORD)).body['Session'];
  for (let tries = 0; tries < 5; tries += 1)
    await attacker.respondAs(CLIENT_ID, { ...answer('000000'), Session: guessed });
  clock.advance(2 * SECOND_MS);
  expect((await attacker.respondAs(CLIENT_ID, { ...answer(code), Session: guessed })).status).toBe(400);
});

async function resetWith(ConfirmationCode: string, Password = NEW_PASSWORD) {
  const input = { ClientId: CLIENT_ID, Username: email, ConfirmationCode, Password };
  return await fixture.call('ConfirmForgotPassword', input);
}
const forgot = async (): Promise<string> => {
  expect((await fixture.call('ForgotPassword', { ClientId: CLIENT_ID, Username: email })).status).toBe(200);
  return await fixture.lastCode(email);
};

test('requirement 17: of codes the newest counts, once, for ten minutes', async () => {
  await fixture.createUser(email);
  const old = await forgot();
  clock.advance(SECOND_MS);
  const newest = await forgot();
  expect(newest).toMatch(/^\d{6,}$/);
  expect(old === newest ? 400 : (await resetWith(old)).status).toBe(400);
  expect((await resetWith(newest)).status).toBe(200);
  expect((await resetWith(newest)).status).toBe(400);
  const late = await forgot();
  clock.advance(10 * MINUTE_MS);
  expect((await resetWith(late)).status).toBe(400);
});

// `mayAdminSetLastingPassword` is on unless a pool says otherwise: the AWS CLI and foreign clients of a pool expect it.
test('requirement 18: a reset does not pass by the second factor, and a temporary password dies within a week', async () => {
  await attacker.createTotpUser(email);
  clock.advance(MINUTE_MS);
  expect((await resetWith(await forgot())).status).toBe(200);
  expect((await fixture.signIn(email, NEW_PASSWORD)).body).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
  });

  const invited = `invited-${email}`;
  expect((await attacker.createTemporary(invited)).body).toMatchObject({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
  });
  clock.advance(7 * 24 * 60 * MINUTE_MS);
  expect((await fixture.signIn(invited, 'first-Kettle-Parade-7')).status).toBe(400);
});

test('requirement 19: twelve characters of any kind, up to many, but not what everybody chooses', async () => {
  await fixture.createUser(email);
  const { AccessToken } = await fixture.tokens(email);
  const change = async (ProposedPassword: string, PreviousPassword = PASSWORD) => {
    const input = { AccessToken, PreviousPassword, ProposedPassword };
    return (await fixture.call('ChangePassword', input)).body['__type'];
  };
  for (const refused of ['elevenchars', 'passwordpassword', 'aaaaaaaaaaaaaaaa'])
    expect([refused, await change(refused)]).toEqual([refused, 'InvalidPasswordException']);
  expect(await change(NEW_PASSWORD, 'not the present one')).toBe('NotAuthorizedException');
  const long = 'only lower case letters and spaces '.repeat(3).trim();
  expect(await change(long)).toBeUndefined();
  // Five changes an hour.
  clock.advance(30 * MINUTE_MS);
  expect(await change('çà et là, für alle 平和', long)).toBeUndefined();
});

test('requirement 20: guesses are counted by user and by address, and lock out no session that is open', async () => {
  await fixture.createUser(email);
  const { AccessToken, RefreshToken } = await fixture.tokens(email);
  for (let tries = 0; tries < 6; tries += 1) await fixture.signIn(email, 'not the password');
  expect((await fixture.signIn(email, PASSWORD)).body).toMatchObject({
    message: 'Password attempts exceeded',
  });
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(200);
  const refreshed = await fixture.call('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken });
  expect(refreshed.status).toBe(200);
  const address = '203.0.113.77';
  for (let tries = 0; tries < 51; tries += 1)
    await fixture.signIn(`victim-${tries}@example.org`, 'x', { address });
  const other = `other-${email}`;
  await fixture.createUser(other);
  expect((await fixture.signIn(other, PASSWORD, { address })).status).toBe(400);
  expect((await fixture.signIn(other, PASSWORD, { address: '203.0.113.78' })).status).toBe(200);
});

const out = (uri: string): string =>
  `/logout?${new URLSearchParams({ client_id: CLIENT_ID, logout_uri: uri }).toString()}`;

// As at Cognito no confirmation is asked for: only a browser that goes there itself is signed out, and only to a registered address.
test('requirement 28: the way out leads to registered addresses only, and ends the session of the hosted pages', async () => {
  await fixture.createUser(email);
  const browser = createHostedBrowser(fixture.endpoint, fixture.pool.fetch);
  await signInByPage(browser, authorizePath(createPkce()), person());
  const before = [...browser.cookies];
  for (const uri of ['https://evil.example/', `${SIGNED_OUT}/`, `${SIGNED_OUT}?x`, CALLBACK])
    expect(await browser.visit(out(uri))).toMatchObject({ status: 400, left: undefined });
  await browser.visit(out(SIGNED_OUT), { 'sec-fetch-mode': 'no-cors' });
  expect([...browser.cookies]).toEqual(before);
  expect((await browser.visit(out(SIGNED_OUT))).left).toBe(SIGNED_OUT);
  expect([...browser.cookies.keys()].filter((name) => name.includes('session'))).toEqual([]);
  expect((await browser.visit(authorizePath(createPkce(), { prompt: 'none' }))).left).toContain(
    'login_required',
  );
});
