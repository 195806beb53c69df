import { request as httpRequest } from 'node:http';
import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { POOL_ID, type PoolFixture, startPool } from '../testing/pool-fixture.ts';

const PAGE = 'https://files.example.org';
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    changes: { corsOrigins: [PAGE], hosts: ['127.0.0.1', 'localhost', 'login.example.org'] },
  });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const TARGETS = [
  ['OPTIONS', '/'],
  ['POST', '/'],
  ['GET', `/${POOL_ID}/.well-known/jwks.json`],
  ['OPTIONS', '/oauth2/token'],
  ['POST', '/oauth2/token'],
] as const;

const ask = (method: string, path: string, origin?: string) =>
  fetch(`${fixture.endpoint}${path}`, {
    method,
    headers: {
      ...(origin === undefined ? {} : { origin }),
      ...(method === 'POST' && path === '/'
        ? { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' }
        : {}),
    },
  });

test.each(TARGETS)('%s %s is readable by a listed origin, and by no other', async (method, path) => {
  const listed = await ask(method, path, PAGE);
  expect(listed.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(listed.headers.get('vary')).toContain('Origin');
  for (const origin of [undefined, 'null', 'https://evil.example', `${PAGE}.evil.example`]) {
    const { headers } = await ask(method, path, origin);
    for (const name of headers.keys()) expect(name).not.toMatch(/^access-control-/);
  }
});

/** `fetch` cannot set Host. */
async function askAs(host: string, path: string): Promise<number | undefined> {
  return await new Promise((resolve, reject) => {
    const asked = httpRequest(`${fixture.endpoint}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
}

test('a request for a host name that is not the pool’s own is rejected (DNS rebinding)', async () => {
  const { port } = new URL(fixture.endpoint);
  const paths = [`/${POOL_ID}/.well-known/jwks.json`, '/outbox', '/login', '/'];
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', 'login.example.org.'])
    for (const path of paths) expect(await askAs(host, path)).toBe(421);
  const [keys = ''] = paths;
  for (const host of [`127.0.0.1:${port}`, 'localhost', 'LOGIN.example.org', 'login.example.org:443'])
    expect(await askAs(host, keys)).toBe(200);
});
