import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizePath, createPkce, hostedPools, redeem } from './testing/hosted-fixture.ts';
import { ADMIN, CLIENT_ID, POOL_ID, type PoolFixture, startPool } from './testing/pool-fixture.ts';

let fixture: PoolFixture;

beforeAll(async () => {
  const database = await testDatabase();
  fixture = await startPool(database.connectionString, { pools: hostedPools(), limits: {} });
  await database.drop();
});

afterAll(async () => {
  await fixture.close();
});

const begin = {
  AuthFlow: 'USER_SRP_AUTH',
  ClientId: CLIENT_ID,
  AuthParameters: { USERNAME: 'ada@example.org', SRP_A: 'abc' },
};

test('a failing call returns InternalErrorException with status 500, which the SDKs retry', async () => {
  for (const reply of [
    await fixture.call('InitiateAuth', begin),
    await fixture.call('ListUsers', { UserPoolId: POOL_ID }, { signer: ADMIN }),
  ]) {
    expect(reply).toMatchObject({ status: 500, body: { __type: 'InternalErrorException' } });
    expect(Object.keys(reply.body).toSorted()).toEqual(['__type', 'message']);
    expect(reply.headers.get('x-amzn-errortype')).toBe('InternalErrorException:');
    expect(JSON.stringify(reply.body)).not.toMatch(/database|relation|connect|ECONN|postgres|at /i);
  }
});

test('a browser gets an error page, and a program gets server_error', async () => {
  const page = await fetch(`${fixture.endpoint}${authorizePath(createPkce())}`);
  expect(page.status).toBe(500);
  expect(await page.text()).toContain('It’s our fault, not yours.');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const form = { grant_type: 'refresh_token', client_id: CLIENT_ID, refresh_token: 'a-token-of-somebody' };
  expect(await redeem(fixture.endpoint, form)).toMatchObject({
    status: 500,
    body: { error: 'server_error' },
  });
});

test('the log names the failure, but neither the user nor the request content', () => {
  const lines = fixture.logged.filter((line) => line.includes('request_failed'));
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.join('\n')).not.toMatch(/ada@example|a-token-of|state=/);
});
