import { manualClock, testDatabase } from '@coffer/testing';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHostedBrowser } from '@coffer/user-pool/testing/hosted-browser';
import {
  authorizePath,
  CALLBACK,
  createPkce,
  hostedPools,
  obtainCode,
  redeem,
  SIGNED_OUT,
  signInByPage,
} from '@coffer/user-pool/testing/hosted-fixture';
import {
  CLIENT_ID,
  PASSWORD,
  POOL_ID,
  type PoolFixture,
  ROTATING_CLIENT_ID,
  startPool,
} from '@coffer/user-pool/testing/pool-fixture';

const NEW_PASSWORD = 'quiet-Lantern-harbor-52';
const pools = hostedPools();
const clock = manualClock('2030-03-03T04:05:06.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let count = 0;
let email = '';

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { clock, pools });
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
  const scope = 'openid aws.cognito.signin.user.admin';
  const { code, pkce } = await obtainCode(fixture.endpoint, person(), { scope });
  const first = await exchange(pkce.verifier, code);
  expect(first.status).toBe(200);
  const AccessToken = String(first.body['access_token']);
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(200);
  expect((await exchange(pkce.verifier, code)).body).toMatchObject({ error: 'invalid_grant' });
  const refresh = { grant_type: 'refresh_token', client_id: CLIENT_ID };
  const refreshed = await redeem(fixture.endpoint, {
    ...refresh,
    refresh_token: String(first.body['refresh_token']),
  });
  expect(refreshed.body).toMatchObject({ error: 'invalid_grant' });
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(400);

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

test('requirement 14: a refresh token ends a month after the sign-in, however often it was replaced', async () => {
  await fixture.createUser(email);
  const refresh = async (RefreshToken: unknown) =>
    await fixture.call('GetTokensFromRefreshToken', { ClientId: ROTATING_CLIENT_ID, RefreshToken });
  let { RefreshToken: token }: { RefreshToken?: unknown } = await fixture.tokens(email, ROTATING_CLIENT_ID);
  for (let week = 1; week <= 4; week += 1) {
    clock.advance(7 * DAY_MS);
    const { status, body } = await refresh(token);
    expect([week, status]).toEqual([week, 200]);
    token = Object(body['AuthenticationResult']).RefreshToken;
  }
  clock.advance(2 * DAY_MS);
  expect((await refresh(token)).body).toMatchObject({ __type: 'NotAuthorizedException' });
});

// `bench/src/pool-timing.ts` tests response times.
test('requirement 15: unknown, wrong, disabled and unconfirmed are one answer, and so are the ways to a new password', async () => {
  await fixture.createUser(email);
  const disabled = `disabled-${email}`;
  await fixture.createUser(disabled);
  await fixture.admin('AdminDisableUser', { UserPoolId: POOL_ID, Username: disabled });
  const signUp = async (Username: string) => {
    const input = { ClientId: CLIENT_ID, Username, Password: NEW_PASSWORD };
    const { status, body } = await fixture.call('SignUp', input);
    return JSON.stringify([status, Object.keys(body).toSorted()]);
  };
  const unconfirmed = `unconfirmed-${email}`;
  const asNew = await signUp(unconfirmed);
  const names = [email, disabled, unconfirmed, `nobody-${email}`];
  const replies = await Promise.all(
    names.map(async (name) => await fixture.signIn(name, 'not the password')),
  );
  expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  for (const operation of ['ForgotPassword', 'ResendConfirmationCode']) {
    const shapes = await Promise.all(
      names.map(async (Username) => {
        const { status, body } = await fixture.call(operation, { ClientId: CLIENT_ID, Username });
        return JSON.stringify([status, Object.keys(body), Object.keys(Object(body['CodeDeliveryDetails']))]);
      }),
    );
    expect([operation, new Set(shapes).size]).toEqual([operation, 1]);
  }
  await fixture.pool.deliverMessages();
  const before = fixture.messages.filter(({ to }) => to === email).length;
  expect(await signUp(email)).toBe(asNew);
  await fixture.pool.deliverMessages();
  // The owner gets no code, which an attacker could use.
  const told = fixture.messages.filter(({ to }) => to === email).slice(before);
  expect(told.map(({ code }) => code)).toEqual([undefined]);
});

test('requirement 19: passwords have twelve characters or more of any kind, but are not common ones', async () => {
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
  clock.advance(30 * MINUTE_MS);
  expect(await change('çà et là, für alle 平和', long)).toBeUndefined();
});

test('requirement 20: guesses are counted by user and by address, over a restart, and lock out no session that is open', async () => {
  await fixture.createUser(email);
  const { AccessToken, RefreshToken } = await fixture.tokens(email);
  for (let tries = 0; tries < 6; tries += 1) await fixture.signIn(email, 'not the password');
  expect((await fixture.signIn(email, PASSWORD)).body).toMatchObject({
    message: 'Password attempts exceeded',
  });
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(200);
  const refreshed = await fixture.call('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken });
  expect(refreshed.status).toBe(200);
  const restarted = await startPool(database.connectionString, { clock, pools });
  try {
    const locked = { message: 'Password attempts exceeded' };
    expect((await restarted.signIn(email, PASSWORD)).body).toMatchObject(locked);
    clock.advance(15 * MINUTE_MS);
    expect((await restarted.signIn(email, PASSWORD)).status).toBe(200);
  } finally {
    await restarted.close();
  }
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

// As at Cognito, only a navigation of the browser signs it out.
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
