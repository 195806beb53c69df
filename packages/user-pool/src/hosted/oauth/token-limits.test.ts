import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ALL_SCOPES,
  CALLBACK,
  hostedPools,
  obtainCode,
  OTHER_CALLBACK,
  redeemFrom,
} from '../../testing/hosted-fixture.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  OTHER_CLIENT_ID,
  PASSWORD,
  type PoolFixture,
  ROTATING_CLIENT_ID,
  SECRET_CLIENT_ID,
  startPool,
} from '../../testing/pool-fixture.ts';

const TOO_MANY = { status: 429, body: { error: 'temporarily_unavailable' } };
const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant' } };
const HOME = '203.0.113.7';
const ELSEWHERE = '203.0.113.8';
const UNLIMITED = { userAuthentication: null, challengeAnswer: null, userToken: null };

let clock: ReturnType<typeof manualClock>;
let database: TestDatabase;
let fixture: PoolFixture;

beforeEach(async () => {
  clock = manualClock('2030-05-04T08:09:10.000Z');
  database = await testDatabase();
});

afterEach(async () => {
  await fixture.close();
  await database.drop();
});

type Rate = { readonly count: number; readonly perSeconds: number } | null;

async function start(limits: { readonly ofUser?: Rate; readonly ofClient?: Rate }): Promise<void> {
  const { ofUser = null, ofClient = null } = limits;
  fixture = await startPool(database.connectionString, {
    clock,
    pools: hostedPools({}),
    limits: { users: { tokens: ofUser, requests: null }, clients: { tokens: ofClient }, requests: UNLIMITED },
  });
  for (const name of ['ada', 'bob']) await fixture.createUser(`${name}@example.org`);
}

const ask = (fields: Record<string, string>, address = HOME) =>
  redeemFrom(fixture.pool.fetch, fixture.endpoint, { address, fields });
const refresh = (token: string, changes: Record<string, string> = {}, address = HOME) =>
  ask({ grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: token, ...changes }, address);
const renew = (RefreshToken: string, address = HOME) =>
  fixture.call('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken }, { address });

async function refreshTokenOf(name: string, clientId = CLIENT_ID): Promise<string> {
  return (await fixture.tokens(`${name}@example.org`, clientId)).RefreshToken ?? '';
}

async function codeOf(name: string, clientId = CLIENT_ID) {
  const redirect_uri = clientId === OTHER_CLIENT_ID ? OTHER_CALLBACK : CALLBACK;
  const person = { name: `${name}@example.org`, password: PASSWORD };
  const { code, pkce } = await obtainCode(fixture.endpoint, person, { client_id: clientId, redirect_uri });
  const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri, code };
  return { ...form, code_verifier: pkce.verifier };
}

test('tokens per minute are limited for each user, over all flows, and other users are unaffected', async () => {
  await start({ ofUser: { count: 3, perSeconds: 60 } });
  const token = await refreshTokenOf('ada');
  const code = await codeOf('ada');
  expect((await refresh(token)).status).toBe(200);
  expect((await renew(token)).status).toBe(200);
  const byFlow = { AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId: CLIENT_ID };
  const AuthParameters = { REFRESH_TOKEN: token };
  expect((await fixture.call('InitiateAuth', { ...byFlow, AuthParameters })).status).toBe(200);

  const refused = await refresh(token, {}, ELSEWHERE);
  expect(refused).toMatchObject(TOO_MANY);
  expect(refused.headers.get('retry-after')).toBe('20');
  expect((await renew(token)).body).toMatchObject({ __type: 'TooManyRequestsException' });
  expect(await ask(code)).toMatchObject(TOO_MANY);
  expect((await refresh(await refreshTokenOf('bob'))).status).toBe(200);

  clock.advance(20 * SECOND_MS);
  expect((await ask(code)).status).toBe(200);
  expect(await refresh(token)).toMatchObject(TOO_MANY);
});

test('a rejected refresh does not consume a rotating token, and its family stays valid', async () => {
  await start({ ofUser: { count: 1, perSeconds: 10 } });
  const token = await refreshTokenOf('ada', ROTATING_CLIENT_ID);
  const first = await refresh(token, { client_id: ROTATING_CLIENT_ID });
  const next = String(first.body['refresh_token']);
  expect(await refresh(next, { client_id: ROTATING_CLIENT_ID })).toMatchObject(TOO_MANY);
  clock.advance(10 * SECOND_MS);
  expect((await refresh(next, { client_id: ROTATING_CLIENT_ID })).status).toBe(200);
});

test('a reused code revokes its tokens, limit or not', async () => {
  await start({ ofUser: { count: 1, perSeconds: 3600 } });
  const code = await codeOf('ada');
  const { body } = await ask(code);
  expect(await ask(code)).toMatchObject(INVALID_GRANT);
  const AccessToken = String(body['access_token']);
  const revoked = await fetch(`${fixture.endpoint}/oauth2/userInfo`, {
    headers: { authorization: `Bearer ${AccessToken}` },
  });
  expect(revoked.status).toBe(401);
});

test('tokens per second are limited for each client over all its users, and invalid tokens do not count', async () => {
  await start({ ofClient: { count: 2, perSeconds: 1 } });
  const [ada, bob, other] = [
    await refreshTokenOf('ada'),
    await refreshTokenOf('bob'),
    await refreshTokenOf('bob', OTHER_CLIENT_ID),
  ];
  for (let count = 0; count < 5; count++) expect(await refresh('garbage')).toMatchObject(INVALID_GRANT);
  expect((await refresh(ada)).status).toBe(200);
  expect((await refresh(bob, {}, ELSEWHERE)).status).toBe(200);
  expect(await refresh(bob)).toMatchObject(TOO_MANY);
  expect((await refresh(other, { client_id: OTHER_CLIENT_ID })).status).toBe(200);
  clock.advance(SECOND_MS);
  expect((await refresh(bob)).status).toBe(200);
});

test.each([
  ['refresh tokens', () => refresh('garbage'), INVALID_GRANT],
  [
    'refresh tokens of another client',
    async () => await refresh(await refreshTokenOf('bob', OTHER_CLIENT_ID)),
    INVALID_GRANT,
  ],
  [
    'codes',
    () =>
      ask({
        grant_type: 'authorization_code',
        client_id: CLIENT_ID,
        redirect_uri: CALLBACK,
        code: 'garbage',
      }),
    INVALID_GRANT,
  ],
  [
    'secrets',
    () => refresh('garbage', { client_id: SECRET_CLIENT_ID, client_secret: 'x'.repeat(32) }),
    { status: 400, body: { error: 'invalid_client' } },
  ],
])(
  'guesses at %s from one network are delayed increasingly, and a correct one is accepted',
  async (...row) => {
    const [, guess, error] = row;
    await start({});
    const token = await refreshTokenOf('ada');
    const ofRelay = await refreshTokenOf('ada', SECRET_CLIENT_ID);
    const code = await codeOf('ada');
    const relay = { client_id: SECRET_CLIENT_ID, client_secret: CLIENT_SECRET };
    for (let count = 0; count < 50; count++) expect(await guess()).toMatchObject(error);

    const refused = await guess();
    expect(refused).toMatchObject(TOO_MANY);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await renew('garbage')).body).toMatchObject({ __type: 'TooManyRequestsException' });
    expect((await renew('garbage', ELSEWHERE)).body).toMatchObject({ __type: 'NotAuthorizedException' });
    expect((await refresh(token)).status).toBe(200);
    expect((await ask(code)).status).toBe(200);
    expect((await renew(token)).status).toBe(200);
    expect((await refresh(ofRelay, relay)).status).toBe(200);
    expect(await refresh('garbage', relay)).toMatchObject(INVALID_GRANT);
    expect((await fixture.signIn('ada@example.org', PASSWORD, { address: HOME })).status).toBe(200);

    clock.advance(SECOND_MS);
    expect(await guess()).toMatchObject(error);
    clock.advance(SECOND_MS / 2);
    const longer = await guess();
    expect(longer).toMatchObject(TOO_MANY);
    expect(longer.headers.get('retry-after')).toBe('2');
    expect((await refresh(token)).status).toBe(200);
    clock.advance((3 * SECOND_MS) / 2);
    expect(await guess()).toMatchObject(error);
  },
);

test('concurrent guesses are counted one by one', async () => {
  await start({});
  const replies = await Promise.all(Array.from({ length: 80 }, (_, index) => refresh(`guess-${index}`)));
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(50);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
});

test('tokens sent by a relay are those of its users, so it is not locked for them', async () => {
  await start({});
  const relay = { client_id: SECRET_CLIENT_ID, client_secret: CLIENT_SECRET };
  for (let count = 0; count < 60; count++)
    expect(await refresh('garbage', relay)).toMatchObject(INVALID_GRANT);
  const token = await refreshTokenOf('ada', SECRET_CLIENT_ID);
  expect((await refresh(token, relay)).status).toBe(200);
});

test('expired tokens are not guesses', async () => {
  await start({});
  const token = await refreshTokenOf('ada');
  const { AccessToken } = await fixture.tokens('ada@example.org');
  await fixture.call('GlobalSignOut', { AccessToken });
  for (let count = 0; count < 60; count++) expect(await refresh(token)).toMatchObject(INVALID_GRANT);
  expect((await refresh(await refreshTokenOf('ada'))).status).toBe(200);
});

test('a user over the limit of userInfo is told to wait, not that the token is invalid', async () => {
  fixture = await startPool(database.connectionString, {
    clock,
    pools: hostedPools({}),
    limits: { users: { requests: { count: 1, perSeconds: 60 } }, requests: UNLIMITED },
  });
  await fixture.createUser('ada@example.org');
  const { body } = await ask(await codeOf('ada'));
  const headers = { authorization: `Bearer ${String(body['access_token'])}` };
  const info = async () => {
    const answer = await fetch(`${fixture.endpoint}/oauth2/userInfo`, { headers });
    return [answer.status, answer.headers.get('retry-after')];
  };
  expect([await info(), await info()]).toEqual([
    [200, null],
    [429, '60'],
  ]);
  clock.advance(MINUTE_MS);
  expect(await info()).toEqual([200, null]);
});

test('a refresh can request fewer scopes than were granted, and never more', async () => {
  await start({ ofUser: { count: 2, perSeconds: 3600 } });
  const { body } = await ask(await codeOf('ada'));
  const token = String(body['refresh_token']);
  const wide = { status: 400, body: { error: 'invalid_scope' } };
  for (let count = 0; count < 5; count++)
    expect(await refresh(token, { scope: ALL_SCOPES.join(' ') })).toMatchObject(wide);
  expect((await refresh(token, { scope: 'openid' })).status).toBe(200);
});
