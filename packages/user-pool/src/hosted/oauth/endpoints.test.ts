import { testDatabase } from '@coffer/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLBACK, hostedPools, obtainCode, redeem } from '../../testing/hosted-fixture.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  OTHER_CLIENT_ID,
  PASSWORD,
  POOL_ID,
  type PoolFixture,
  SECRET_CLIENT_ID,
  startPool,
} from '../../testing/pool-fixture.ts';

const ADA = { name: 'ada@example.org', password: PASSWORD };
const SECRET = { client_id: SECRET_CLIENT_ID, client_secret: CLIENT_SECRET };
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  const keeping = {
    id: 'keeping',
    name: 'keeping',
    enableTokenRevocation: false,
    isOAuthAllowed: true,
    oauthFlows: ['code' as const],
    oauthScopes: ['openid'],
    callbackUrls: [CALLBACK],
  };
  fixture = await startPool(database.connectionString, { pools: hostedPools({ clients: [keeping] }) });
  await fixture.createUser(ADA.name);
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

async function enter(changes: { readonly clientId?: string; readonly scope?: string } = {}) {
  const { clientId = CLIENT_ID, scope = 'openid email' } = changes;
  const { code, pkce } = await obtainCode(fixture.endpoint, ADA, { client_id: clientId, scope });
  const { body } = await redeem(fixture.endpoint, {
    grant_type: 'authorization_code',
    redirect_uri: CALLBACK,
    code,
    code_verifier: pkce.verifier,
    ...(clientId === SECRET_CLIENT_ID ? SECRET : { client_id: clientId }),
  });
  return {
    access: String(body['access_token']),
    id: String(body['id_token']),
    refresh: String(body['refresh_token']),
  };
}

async function revoke(
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${fixture.endpoint}/oauth2/revoke`, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
}

async function userInfo(token: string | undefined) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${fixture.endpoint}/oauth2/userInfo`, { headers });
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    text: await response.text(),
  };
}

const refresh = (refresh_token: string) =>
  redeem(fixture.endpoint, { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token });

test('a revoked token revokes the tokens of the same sign-in, and of no other', async () => {
  const [one, other] = [await enter(), await enter()];
  expect(await revoke({ token: one.refresh, client_id: CLIENT_ID })).toEqual({ status: 200, text: '' });
  expect(await refresh(one.refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await userInfo(one.access)).toMatchObject({
    status: 401,
    challenge: expect.stringContaining('error="invalid_token"') as unknown,
  });
  expect((await refresh(other.refresh)).status).toBe(200);
  expect((await userInfo(other.access)).status).toBe(200);
  // Unknown tokens also get 200 (RFC 7009 §2.2).
  for (const token of [one.refresh, 'made-up'])
    expect(await revoke({ token, client_id: CLIENT_ID })).toEqual({ status: 200, text: '' });
});

test('a client cannot revoke tokens of another client', async () => {
  const { refresh: token } = await enter();
  expect((await revoke({ token, client_id: OTHER_CLIENT_ID })).status).toBe(200);
  expect((await revoke({ token, ...SECRET })).status).toBe(200);
  expect((await refresh(token)).status).toBe(200);
});

test('a client with a secret revokes by header and by form, but not without the secret', async () => {
  const authorization = `Basic ${Buffer.from(`${SECRET_CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
  for (const [fields, headers] of [
    [{}, { authorization }],
    [SECRET, {}],
  ] as const) {
    const { refresh: token, access } = await enter({ clientId: SECRET_CLIENT_ID });
    expect(await revoke({ token, client_id: SECRET_CLIENT_ID })).toEqual({
      status: 401,
      text: '{"error":"invalid_client"}',
    });
    expect((await userInfo(access)).status).toBe(200);
    expect((await revoke({ token, ...fields }, headers)).status).toBe(200);
    expect((await userInfo(access)).status).toBe(401);
  }
});

test('a wrong token and a malformed request are rejected', async () => {
  const { access, id } = await enter();
  for (const token of [access, id])
    expect(await revoke({ token, client_id: CLIENT_ID })).toEqual({
      status: 400,
      text: '{"error":"unsupported_token_type"}',
    });
  expect((await userInfo(access)).status).toBe(200);
  const invalid = { status: 400, text: '{"error":"invalid_request"}' };
  expect(await revoke({ client_id: CLIENT_ID })).toEqual(invalid);
  expect(await revoke({ token: 'x' })).toEqual(invalid);
  expect(await revoke({ token: 'x', client_id: 'keeping' })).toEqual(invalid);
  expect(await revoke({ token: 'x', client_id: 'nobody' })).toMatchObject({ status: 401 });
});

test('userInfo returns the claims of the scope as text, and rejects a token without openid', async () => {
  const { access } = await enter();
  const info = await userInfo(access);
  expect(info.status).toBe(200);
  const { sub, username } = decodeJwt(access);
  expect(JSON.parse(info.text)).toEqual({ sub, username, email: ADA.name, email_verified: 'true' });

  const plain = await fixture.tokens(ADA.name);
  expect(await userInfo(plain.AccessToken)).toMatchObject({
    status: 403,
    challenge: expect.stringContaining('error="insufficient_scope"') as unknown,
  });
  expect(await userInfo(plain.IdToken)).toMatchObject({ status: 401 });
  expect(await userInfo(undefined)).toMatchObject({ status: 401 });
  await fixture.admin('AdminDisableUser', { UserPoolId: POOL_ID, Username: ADA.name });
  expect(await userInfo(access)).toMatchObject({ status: 401 });
  await fixture.admin('AdminEnableUser', { UserPoolId: POOL_ID, Username: ADA.name });
});

test('a refresh keeps its sign-in and adds no scope that was not granted', async () => {
  const first = await enter();
  expect(decodeJwt(first.id)).toMatchObject({ nonce: 'the-nonce', aud: CLIENT_ID, token_use: 'id' });
  const { body } = await refresh(first.refresh);
  expect(body).not.toHaveProperty('refresh_token');
  const [before, after] = [decodeJwt(first.access), decodeJwt(String(body['access_token']))];
  for (const claim of ['origin_jti', 'auth_time', 'sub', 'scope', 'client_id'])
    expect({ [claim]: after[claim] }).toEqual({ [claim]: before[claim] });
  expect(after.jti).not.toBe(before.jti);
  expect(after.aud).toBeUndefined();
  expect(after['scope']).toBe('openid email');
});
