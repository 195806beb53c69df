// Two application servers with one database, pool and store, behind a proxy that alternates between them. Sign-ins and
// sessions must not depend on one server's memory.
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { freePort, type TestDatabase, testDatabase } from '@coffer/testing';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { Client } from 'pg';
import { startTestIssuer, type TestIssuer } from '../../apps/server/test/oidc-issuer.ts';
import { PASSWORD, type PoolFixture, startPool } from '@coffer/user-pool/testing/pool-fixture';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { readInstallationSecrets } from './sign-in/recorded-pool.ts';
import { enterPassword, expectFiles, signOutInBrowser } from './sign-in/sign-in-steps.ts';
import { poolEnvironment, poolOf, WORLD_POOL_ID } from './sign-in/sign-in-world.ts';

const TABS = 50;
const EMAIL = 'both@example.org';

let url: string;
const running = new AsyncDisposableStack();
let data: readonly DataFolder[];
let database: TestDatabase;
let pool: PoolFixture;
let corp: TestIssuer;
let servers: readonly CofferProcess[];
const given = new Map<number, number>();
const asked: string[] = [];

test.beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  database = running.adopt(await testDatabase(), async (made) => await made.drop());
  const poolDatabase = running.adopt(await testDatabase(), async (made) => await made.drop());
  pool = await startPool(poolDatabase.connectionString, { pools: [poolOf(url)] });
  running.defer(async () => await pool.close());
  corp = await startTestIssuer(`${url}/auth/callback`, `${url}/signed-out`);
  running.defer(async () => await corp.close());
  corp.person = { sub: 'ada', email: 'ada@corp.example', email_verified: true, name: 'Ada' };
  const wire = await openDoor(0, (target) => {
    asked.push(target.split('.').at(-1) ?? '');
    return pool.server.port;
  });
  data = [running.use(await createDataFolder('one')), running.use(await createDataFolder('other'))];
  servers = await startServers(`http://127.0.0.1:${portOf(wire)}`);
  let turn = 0;
  await openDoor(port, () => {
    turn += 1;
    const chosen = servers[turn % servers.length]?.ports.app ?? 0;
    given.set(chosen, (given.get(chosen) ?? 0) + 1);
    return chosen;
  });
  await createPerson();
});

test.afterAll(async () => {
  await running.disposeAsync();
});

test('a password, a code, a reload between them, and a sign-out that both know of', async ({
  page,
  context,
}) => {
  await page.goto(url);
  await enterPassword(page, { email: EMAIL, password: PASSWORD });
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeVisible();
  await page.reload();
  await expect(code).toBeVisible();
  await code.fill(await pool.lastCode(EMAIL));
  await expectFiles(page);
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  for (const server of servers) expect(await sessionState(server, cookies)).toBe('signed_in');
  await signOutInBrowser(page);
  for (const server of servers) expect(await sessionState(server, cookies)).toBe('signed_out');
  expect(new Set(given.keys())).toEqual(new Set(servers.map(({ ports }) => ports.app)));
});

test('the way over another issuer begins at one and ends at the other', async ({ page }) => {
  await page.goto(`${url}/trash`);
  await page.getByRole('button', { name: 'Sign in with Corp' }).click();
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
});

test('fifty tabs with an expired access token are one refresh', async ({ page }) => {
  await page.goto(url);
  await enterPassword(page, { email: EMAIL, password: PASSWORD });
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeVisible();
  await code.fill(await pool.lastCode(EMAIL));
  await expectFiles(page);
  await expireAccessTokens();
  asked.length = 0;
  const answers = await page.evaluate(async (count) => {
    const tabs = Array.from({ length: count }, async () => (await fetch('/api/v1/spaces')).status);
    return await Promise.all(tabs);
  }, TABS);
  expect(answers).toEqual(Array.from({ length: TABS }, () => 200));
  expect(asked.filter((call) => call === 'GetTokensFromRefreshToken')).toHaveLength(1);
  await page.reload();
  await expectFiles(page);
});

async function createPerson(): Promise<void> {
  const target = { UserPoolId: WORLD_POOL_ID, Username: EMAIL };
  const UserAttributes = [
    { Name: 'email_verified', Value: 'true' },
    { Name: 'name', Value: 'Both' },
  ];
  await pool.admin('AdminCreateUser', { ...target, MessageAction: 'SUPPRESS', UserAttributes });
  await pool.admin('AdminSetUserPassword', { ...target, Password: PASSWORD, Permanent: true });
  await pool.admin('AdminSetUserMFAPreference', { ...target, EmailMfaSettings: { Enabled: true } });
}

async function startServers(poolEndpoint: string): Promise<readonly CofferProcess[]> {
  const [one, other] = data.map(({ path }) => path);
  if (one === undefined || other === undefined) throw new Error('there are two folders');
  const { clientId, clientSecret } = corp;
  const environment = {
    COFFER_URL: url,
    DATABASE_URL: database.connectionString,
    ...poolEnvironment(poolEndpoint),
    COFFER_POOL_ISSUER: `${pool.endpoint}/${WORLD_POOL_ID}`,
    COFFER_SIGN_IN: 'passkey',
    COFFER_OIDC: JSON.stringify([{ id: 'corp', name: 'Corp', issuer: corp.url, clientId, clientSecret }]),
  };
  const first = running.use(await startCoffer({ dataFolder: one, environment }));
  mkdirSync(other, { recursive: true, mode: 0o700 });
  for (const name of ['secrets.json', 'format.json']) cpSync(join(one, name), join(other, name));
  const { storeKeyPair } = await readInstallationSecrets(one);
  const second = await startCoffer({
    dataFolder: other,
    environment: {
      ...environment,
      COFFER_S3_ENDPOINT: `http://127.0.0.1:${first.ports.store}`,
      COFFER_S3_BUCKET: 'coffer',
      COFFER_S3_ACCESS_KEY_ID: storeKeyPair.accessKeyId,
      COFFER_S3_SECRET_ACCESS_KEY: storeKeyPair.secretAccessKey,
    },
  });
  // It ends before the first one, whose store it uses.
  return [first, running.use(second)];
}

async function openDoor(port: number, choose: (target: string) => number): Promise<Server> {
  const server = createServer((incoming, answered) => {
    const { method, url: path, headers } = incoming;
    const onward = request({
      host: '127.0.0.1',
      port: choose(String(headers['x-amz-target'] ?? '')),
      method,
      path,
      headers,
    });
    onward.on('response', (response) => {
      answered.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answered);
    });
    onward.on('error', () => answered.destroy());
    incoming.pipe(onward);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  running.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the door has no port');
  return address.port;
}

async function sessionState(server: CofferProcess, cookie: string): Promise<unknown> {
  const response = await fetch(`http://localhost:${server.ports.app}/api/v1/session`, {
    headers: { cookie, 'x-coffer': '1', 'sec-fetch-site': 'same-origin' },
  });
  return Object(await response.json()).state;
}

async function expireAccessTokens(): Promise<void> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const found = await client.query<{ place: string }>(
      `select format('%I.%I', table_schema, table_name) as place from information_schema.columns
        where column_name = 'access_expires_at'`,
    );
    for (const { place } of found.rows) {
      await client.query(`update ${place} set access_expires_at = now() - interval '1 minute'`);
    }
  } finally {
    await client.end();
  }
}
