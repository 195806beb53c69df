import { manualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { computeSecretHash } from '../accounts/clients.ts';
import {
  ADMIN,
  CLIENT_SECRET,
  POOL_ID,
  type PoolFixture,
  SECRET_CLIENT_ID,
  startPool,
} from '../testing/pool-fixture.ts';

const HOME = '203.0.113.7';
const ELSEWHERE = '203.0.113.8';
const WRONG_SECRET = 'x'.repeat(32);
const TOO_MANY = { __type: 'TooManyRequestsException', message: 'Rate exceeded' };
const LIMITS = {
  users: { tokens: null, requests: null },
  requests: { userAuthentication: null, userToken: null },
};

let database: TestDatabase;
let fixture: PoolFixture;
let token: string;
let sub: string;

beforeEach(async () => {
  database = await testDatabase();
  const clock = manualClock('2030-05-04T08:09:10.000Z');
  fixture = await startPool(database.connectionString, { clock, limits: LIMITS });
  sub = await fixture.createUser('ada@example.org');
  token = (await fixture.tokens('ada@example.org', SECRET_CLIENT_ID)).RefreshToken ?? '';
});

afterEach(async () => {
  await fixture.close();
  await database.drop();
});

interface Claim {
  readonly token: string;
  readonly secret: string;
  readonly address?: string;
  readonly claimed?: string;
}

const renew = ({ token: RefreshToken, secret: ClientSecret, address = HOME }: Claim) =>
  fixture.call(
    'GetTokensFromRefreshToken',
    { ClientId: SECRET_CLIENT_ID, ClientSecret, RefreshToken },
    { address },
  );

const revoke = ({ token: Token, secret: ClientSecret, address = HOME }: Claim) =>
  fixture.call('RevokeToken', { ClientId: SECRET_CLIENT_ID, ClientSecret, Token }, { address });

const flow = (claim: Pick<Claim, 'token' | 'secret'>) => ({
  ClientId: SECRET_CLIENT_ID,
  AuthFlow: 'REFRESH_TOKEN_AUTH',
  AuthParameters: {
    REFRESH_TOKEN: claim.token,
    SECRET_HASH: computeSecretHash(claim.secret, sub, SECRET_CLIENT_ID),
  },
});

const initiate = ({ address = HOME, claimed, ...claim }: Claim) => {
  const UserContextData = claimed === undefined ? undefined : { IpAddress: claimed };
  return fixture.call('InitiateAuth', { ...flow(claim), UserContextData }, { address });
};

const NOT_AUTHORIZED = 'NotAuthorizedException';

test.each([
  [
    'GetTokensFromRefreshToken and a wrong secret',
    renew,
    () => ({ token, secret: WRONG_SECRET }),
    NOT_AUTHORIZED,
  ],
  [
    'RevokeToken and a wrong secret',
    revoke,
    () => ({ token, secret: WRONG_SECRET }),
    'UnauthorizedException',
  ],
  ['InitiateAuth and a wrong SECRET_HASH', initiate, () => ({ token, secret: WRONG_SECRET }), NOT_AUTHORIZED],
  // Without the token's user the hash cannot be checked, so it proves nothing.
  [
    'InitiateAuth, an unknown token and some SECRET_HASH',
    initiate,
    () => ({ token: 'garbage', secret: CLIENT_SECRET }),
    NOT_AUTHORIZED,
  ],
])('%s are counted for the network, and a correct answer is accepted there', async (...row) => {
  const [, ask, wrong, fault] = row;
  for (let count = 0; count < 50; count++) expect((await ask(wrong())).body['__type']).toBe(fault);
  expect((await ask(wrong())).body).toEqual(TOO_MANY);
  expect((await ask({ ...wrong(), address: ELSEWHERE })).body).not.toEqual(TOO_MANY);
  for (const right of [renew, initiate, revoke])
    expect((await right({ token, secret: CLIENT_SECRET })).status).toBe(200);
});

test('guesses are counted for the peer address, whatever address they claim', async () => {
  const guess = (index: number) =>
    initiate({ token: 'garbage', secret: WRONG_SECRET, claimed: `198.51.100.${index}` });
  for (let index = 0; index < 50; index++) expect((await guess(index)).body).not.toEqual(TOO_MANY);
  expect((await guess(50)).body).toEqual(TOO_MANY);
  const victim = { token: 'garbage', secret: WRONG_SECRET, address: '198.51.100.1' };
  expect((await initiate(victim)).body).not.toEqual(TOO_MANY);
});

test('unknown tokens are not guesses if the request has a client secret or an administrator signature', async () => {
  const signed = { signer: ADMIN, address: HOME };
  for (let count = 0; count < 60; count++) {
    const unknown = { token: 'garbage', secret: CLIENT_SECRET };
    const byAdmin = await fixture.call(
      'AdminInitiateAuth',
      { ...flow(unknown), UserPoolId: POOL_ID },
      signed,
    );
    for (const { body } of [await renew(unknown), byAdmin])
      expect(body).toMatchObject({ __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' });
  }
  expect((await initiate({ token: 'garbage', secret: CLIENT_SECRET })).body).not.toEqual(TOO_MANY);
});
