import { SECOND_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { ada, clock, exchange, fixture, preparePages } from '../testing/scenes/hosted-attack-scene.ts';
import { createPkce, obtainCode, type Pkce, redeem } from '../testing/hosted-fixture.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  OTHER_CLIENT_ID,
  PASSWORD,
  POOL_ID,
  SECRET_CLIENT_ID,
} from '../testing/pool-fixture.ts';

preparePages();

const postRaw = async (body: string, type = 'application/x-www-form-urlencoded') =>
  (
    await fetch(`${fixture.endpoint}/oauth2/token`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
  ).json();

test('a code works once; its second use revokes the tokens of the first', async () => {
  const { code, pkce } = await obtainCode(fixture.endpoint, ada);
  const first = await exchange(pkce, code);
  expect(first.status).toBe(200);
  const second = await exchange(pkce, code);
  expect(second).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const refreshed = await redeem(fixture.endpoint, {
    grant_type: 'refresh_token',
    client_id: CLIENT_ID,
    refresh_token: String(first.body['refresh_token']),
  });
  expect(refreshed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const info = await fetch(`${fixture.endpoint}/oauth2/userInfo`, {
    headers: { authorization: `Bearer ${String(first.body['access_token'])}` },
  });
  expect(info.status).toBe(401);
  expect(info.headers.get('www-authenticate')).toContain('error="invalid_token"');
});

test('of twenty concurrent uses of a code one gets tokens, which are then revoked', async () => {
  const { code, pkce } = await obtainCode(fixture.endpoint, ada);
  const replies = await Promise.all(Array.from({ length: 20 }, () => exchange(pkce, code)));
  const given = replies.filter(({ status }) => status === 200);
  expect(given).toHaveLength(1);
  const info = await fetch(`${fixture.endpoint}/oauth2/userInfo`, {
    headers: { authorization: `Bearer ${String(given[0]?.body['access_token'])}` },
  });
  expect(info.status).toBe(401);
});

test.each([
  ['another verifier', () => ({ code_verifier: createPkce().verifier })],
  ['the challenge as verifier', (pkce: Pkce) => ({ code_verifier: pkce.challenge })],
  ['another address', () => ({ redirect_uri: 'app.example:/callback?kept=1' })],
])('%s is rejected and consumes the code', async (_what, changes) => {
  const { code, pkce } = await obtainCode(fixture.endpoint, ada);
  expect(await exchange(pkce, code, changes(pkce))).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect(await exchange(pkce, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('another client can neither use nor consume a code', async () => {
  const { code, pkce } = await obtainCode(fixture.endpoint, ada);
  expect(await exchange(pkce, code, { client_id: OTHER_CLIENT_ID })).toMatchObject({
    body: { error: 'invalid_grant' },
  });
  const secret = { client_id: SECRET_CLIENT_ID, client_secret: CLIENT_SECRET };
  expect(await exchange(pkce, code, secret)).toMatchObject({ body: { error: 'invalid_grant' } });
  expect((await exchange(pkce, code)).status).toBe(200);
});

test('a code expires after a minute', async () => {
  const { code, pkce } = await obtainCode(fixture.endpoint, ada);
  clock.advance(60 * SECOND_MS);
  expect(await exchange(pkce, code)).toMatchObject({ body: { error: 'invalid_grant' } });
});

test('a verifier for a code without challenge is rejected: the challenge may have been stripped', async () => {
  const changes = {
    client_id: SECRET_CLIENT_ID,
    code_challenge: undefined,
    code_challenge_method: undefined,
  };
  const { code, pkce } = await obtainCode(fixture.endpoint, ada, changes);
  const secret = { client_id: SECRET_CLIENT_ID, client_secret: CLIENT_SECRET };
  expect(await exchange(pkce, code, secret)).toMatchObject({ body: { error: 'invalid_grant' } });
});

test('a code of a user disabled since then gives no tokens', async () => {
  await fixture.createUser('gone@example.org');
  const { code, pkce } = await obtainCode(fixture.endpoint, {
    name: 'gone@example.org',
    password: PASSWORD,
  });
  await fixture.admin('AdminDisableUser', { UserPoolId: POOL_ID, Username: 'gone@example.org' });
  expect(await exchange(pkce, code)).toMatchObject({ body: { error: 'invalid_grant' } });
});

test.each([
  { what: 'no secret', fields: { client_id: SECRET_CLIENT_ID }, error: 'invalid_client' },
  {
    what: 'a wrong secret',
    fields: { client_id: SECRET_CLIENT_ID, client_secret: `${CLIENT_SECRET}x` },
    error: 'invalid_client',
  },
  {
    what: 'a secret for a client without one',
    fields: { client_id: CLIENT_ID, client_secret: 'x' },
    error: 'invalid_client',
  },
  {
    what: 'two ways at once',
    fields: { client_secret: CLIENT_SECRET },
    headers: { authorization: basic(SECRET_CLIENT_ID, CLIENT_SECRET) },
    error: 'invalid_request',
  },
  {
    what: 'another name in the form',
    fields: { client_id: CLIENT_ID },
    headers: { authorization: basic(SECRET_CLIENT_ID, CLIENT_SECRET) },
    error: 'invalid_request',
  },
  {
    what: 'a bearer token',
    fields: { client_id: CLIENT_ID },
    headers: { authorization: 'Bearer x' },
    error: 'invalid_client',
  },
  { what: 'no client', fields: {}, error: 'invalid_request' },
])('$what is not client authentication', async ({ fields, headers = {}, error }) => {
  const form = { grant_type: 'refresh_token', refresh_token: 'x', ...fields };
  expect(await redeem(fixture.endpoint, form, headers)).toMatchObject({ status: 400, body: { error } });
});

test.each([
  ['client_credentials', 'unauthorized_client'],
  ['password', 'unsupported_grant_type'],
  ['urn:ietf:params:oauth:grant-type:device_code', 'unsupported_grant_type'],
])('grant_type %s is %s', async (grant_type, error) => {
  expect(await redeem(fixture.endpoint, { client_id: CLIENT_ID, grant_type })).toMatchObject({
    body: { error },
  });
});

test('a repeated field, JSON and a form of a megabyte are rejected', async () => {
  const twice = `grant_type=refresh_token&client_id=${CLIENT_ID}&client_id=${OTHER_CLIENT_ID}&refresh_token=x`;
  expect(await postRaw(twice)).toEqual({ error: 'invalid_request' });
  expect(await postRaw('{}', 'application/json')).toEqual({ error: 'invalid_request' });
  expect(await postRaw(`x=${'y'.repeat(1024 * 1024)}`)).toEqual({ error: 'invalid_request' });
});

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}
