import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestIssuer } from '../../../../test/oidc-issuer.ts';
import {
  ADMIN,
  CASES,
  offering,
  OWN,
  PAGES,
  type Plant,
  type PlantedPool,
  startPlantedPool,
  withoutKey,
} from './doctor.contract.ts';
import { examineIssuer } from './examine-issuer.ts';
import { examinePool } from './examine-pool.ts';
import type { IssuerDiagnosisCode } from './diagnose-issuer.ts';
import type { ExaminedIssuer, ExaminedPool } from './examined.ts';

let pools: PlantedPool;
beforeAll(async () => {
  pools = await startPlantedPool();
});
afterAll(async () => await pools.close());

const plant = async (planted: Plant): Promise<ExaminedPool> => await pools.plant(planted);
const codes = async (pool: ExaminedPool): Promise<readonly string[]> =>
  (await examinePool(pool)).map(({ code }) => code);

test('a correct pool has no findings, and neither has the one that Coffer creates', async () => {
  expect(await codes(await plant({}))).toEqual(['fine']);
  expect(await codes(await plant({ change: withoutKey }))).toEqual(['fine', 'settings_unseen']);
  const own: ExaminedPool = {
    ...(await plant({})),
    poolId: OWN.poolId,
    clientId: OWN.poolClientId,
    clientSecret: OWN.poolClientSecret,
    issuer: `${pools.endpoint}/${OWN.poolId}`,
    offers: ['passkey', 'custom', 'reset'],
  };
  expect(await codes(own)).toEqual(['fine']);
});

const ROTATING_NOT = { Feature: 'DISABLED' };

describe('each misconfiguration is reported, and nothing else', () => {
  test.each(CASES)('%s', async (code, planted) => {
    const found = await examinePool(await plant(planted));
    expect(found.map((diagnosis) => diagnosis.code).filter((each) => each !== 'settings_unseen')).toEqual([
      code,
    ]);
    expect(found[0]?.severity).not.toBe('ok');
    expect(found[0]?.message.length).toBeGreaterThan(20);
    expect(found[0]?.fix?.length).toBeGreaterThan(20);
  });
});

async function tried(planted: Plant): Promise<readonly string[]> {
  const pool = await plant(planted);
  return (await codes(withoutKey(pool))).filter((code) => code !== 'settings_unseen');
}

test('what can be tried is found without a key as well', async () => {
  const rotation = { RefreshTokenRotation: ROTATING_NOT };
  expect(await tried({ client: { ExplicitAuthFlows: ['ALLOW_USER_AUTH'] } })).toEqual(['srp_off']);
  expect(await tried({ change: offering('passkey', 'custom') })).toEqual([
    'user_auth_off',
    'custom_auth_off',
  ]);
  expect(await tried({ client: { PreventUserExistenceErrors: 'LEGACY' } })).toEqual(['existence_revealed']);
  expect(
    await tried({
      client: { ...rotation, ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] },
    }),
  ).toEqual(['rotation_off']);
});

test('without rotation and without the flow tokens could not be refreshed', async () => {
  const pool = await plant({ client: { RefreshTokenRotation: ROTATING_NOT } });
  expect(await codes(pool)).toEqual(['refresh_off', 'rotation_off']);
});

test('no pool, an unavailable one and a failing one are distinguished from a misconfigured one', async () => {
  let answer: { readonly status: number; readonly body: string } = { status: 200, body: '<h1>Pages</h1>' };
  const server = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pool = { ...(await plant({})), endpoint: address };
  expect(await codes(pool)).toEqual(['not_a_pool']);
  answer = { status: 503, body: '{}' };
  expect(await codes(pool)).toEqual(['pool_failing']);
  await new Promise((resolve) => server.close(resolve));
  expect(await codes(pool)).toEqual(['unreachable']);
  expect(await codes({ ...pool, endpoint: 'http://pool.invalid' })).toEqual(['name_unknown']);
  expect(await codes({ ...pool, endpoint: pools.endpoint.replace('http:', 'https:') })).toEqual([
    'tls_not_spoken',
  ]);
});

test('a key without access to the settings is reported, and the rest is examined', async () => {
  const pool = await plant({ client: { PreventUserExistenceErrors: 'LEGACY' } });
  const front = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const target = String(request.headers['x-amz-target']);
      if (/Describe|GetUserPoolMfaConfig/.test(target)) {
        response.writeHead(400).end(JSON.stringify({ __type: 'AccessDeniedException', Message: 'no' }));
        return;
      }
      const passed = await fetch(pools.endpoint, {
        method: 'POST',
        headers: { 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.1' },
        body: Buffer.concat(chunks),
      });
      response.writeHead(passed.status).end(await passed.text());
    })();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const found = await examinePool({ ...pool, endpoint: address });
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  expect(found.map(({ code }) => code)).toEqual(['existence_revealed', 'settings_unread']);
  expect(found[1]?.message).toContain('AccessDeniedException at Describe');
  expect(found[1]?.fix).toContain('cognito-idp:DescribeUserPoolClient');
});

test('neither message nor fix contains a secret', async () => {
  const told = await Promise.all(CASES.map(async ([, planted]) => await examinePool(await plant(planted))));
  const text = JSON.stringify(told);
  expect(text).not.toContain(ADMIN.secretAccessKey);
  expect(text).not.toMatch(/"(fix|message)":"[^"]*x{40}/);
});

const issuerOf = (pool: ExaminedPool): ExaminedIssuer => ({
  id: 'cognito',
  issuer: pool.issuer,
  clientId: pool.clientId,
  clientSecret: pool.clientSecret,
  scopes: ['openid', 'email', 'profile'],
  logout: 'cognito',
  redirectUri: `${PAGES}/auth/callback`,
  signedOutUri: `${PAGES}/signed-out`,
});
type Change = (issuer: ExaminedIssuer) => ExaminedIssuer;

const same: Change = (issuer) => issuer;

describe('the hosted pages of a pool, as an issuer', () => {
  const found = async (client: object, change: Change): Promise<readonly string[]> =>
    (await examineIssuer(change(issuerOf(await plant({ client }))))).map(({ code }) => code);

  const ISSUER_CASES: readonly (readonly [IssuerDiagnosisCode, object, Change])[] = [
    ['issuer_fine', {}, same],
    ['callback_missing', { CallbackURLs: [`${PAGES}/auth/callback/`] }, same],
    ['sign_out_missing', { LogoutURLs: [`${PAGES}/`] }, same],
    ['scope_refused', { AllowedOAuthScopes: ['openid', 'email'] }, same],
    ['code_refused', { AllowedOAuthFlowsUserPoolClient: false }, same],
    ['issuer_client_unknown', {}, (issuer) => ({ ...issuer, clientId: 'nobody' })],
    ['issuer_secret_wrong', {}, (issuer) => ({ ...issuer, clientSecret: 'wrong' })],
    ['issuer_secret_wrong', {}, (issuer) => ({ ...issuer, clientSecret: undefined })],
    [
      'issuer_mismatch',
      {},
      (issuer) => ({ ...issuer, issuer: issuer.issuer.replace('127.0.0.1', 'localhost') }),
    ],
    ['issuer_unknown', {}, (issuer) => ({ ...issuer, issuer: `${issuer.issuer}/elsewhere` })],
  ];
  test.each(ISSUER_CASES)('%s', async (code, client, change) => {
    expect(await found(client, change)).toEqual([code]);
  });
});

test('a foreign issuer is examined without a sign-in', async () => {
  const redirects = { redirectUri: `${PAGES}/auth/callback`, signedOutUri: `${PAGES}/signed-out` };
  const issuer = await startTestIssuer(redirects.redirectUri, redirects.signedOutUri);
  const right: ExaminedIssuer = {
    id: 'corp',
    issuer: issuer.url,
    clientId: issuer.clientId,
    clientSecret: issuer.clientSecret,
    scopes: ['openid', 'email', 'profile'],
    logout: 'rp-initiated',
    ...redirects,
  };
  const found = async (change: Partial<ExaminedIssuer>): Promise<readonly string[]> =>
    (await examineIssuer({ ...right, ...change })).map(({ code }) => code);
  expect(await found({})).toEqual(['issuer_fine']);
  expect(await found({ redirectUri: `${PAGES}/elsewhere` })).toEqual(['callback_missing']);
  expect(await found({ signedOutUri: `${PAGES}/elsewhere` })).toEqual(['sign_out_missing']);
  expect(await found({ signedOutUri: `${PAGES}/elsewhere`, logout: 'none' })).toEqual(['issuer_fine']);
  expect(await found({ clientSecret: 'wrong' })).toEqual(['issuer_secret_wrong']);
  expect(await found({ clientId: 'nobody' })).toEqual(['issuer_client_unknown']);
  issuer.failure = 500;
  expect(await found({})).toEqual(['issuer_failing']);
  await issuer.close();
  expect(await found({})).toEqual(['unreachable']);
});
