import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { testDatabase } from '@coffer/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUserPool } from './create-user-pool.ts';
import { createSrpClient, type SrpChallengeParameters } from './testing/srp-client.ts';
import { createCalls, KEY, PASSWORD, startPool } from './testing/pool-fixture.ts';
import { ended, type PoolProcess, portOf, spawnPool } from './testing/pool-process.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let children: ChildProcess[] = [];

beforeEach(async () => {
  database = await testDatabase();
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  await database.drop();
});

const configuration = (changes: object = {}) => ({
  database: { connectionString: database.connectionString },
  listen: { host: '127.0.0.1', port: 0 },
  encryptionKey: Buffer.from(KEY.key).toString('base64'),
  encryptionKeyId: KEY.id,
  adminCredentials: [{ accessKeyId: 'AKIDADMIN', secretAccessKey: 'admin-secret-for-tests-only' }],
  pools: [{ id: 'us-east-1_AbCdEf123', name: 'people', clients: [{ id: 'webclient1', name: 'web' }] }],
  ...changes,
});

async function start(line: string): Promise<PoolProcess> {
  const started = await spawnPool(line);
  children.push(started.child);
  return started;
}

test('it reports that it is ready, serves, and exits when stdin closes', async () => {
  const { child, reply, errors } = await start(JSON.stringify(configuration()));
  expect(reply).toEqual({ ready: true, port: expect.any(Number) });
  const issuer = `http://127.0.0.1:${portOf(reply)}/us-east-1_AbCdEf123`;
  const discovery: unknown = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(discovery).toMatchObject({ issuer });
  child.stdin?.end();
  expect(await ended(child)).toBe(0);
  for (const line of errors().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event');
  expect(errors()).toContain('"event":"ended"');
});

test('it exits on SIGTERM', async () => {
  const { child } = await start(JSON.stringify(configuration()));
  child.kill('SIGTERM');
  expect(await ended(child)).toBe(0);
});

test.each([
  ['no JSON', '{', 'configuration_invalid'],
  ['an unknown member', JSON.stringify({ nonsense: true }), 'configuration_invalid'],
])('%s is reported and stops the start', async (_name, line, code) => {
  const { child, reply } = await start(line);
  expect(reply).toMatchObject({ error: { code } });
  expect(await ended(child)).toBe(1);
});

test('a short key is reported by its name, without its value', async () => {
  const secret = Buffer.from('too short').toString('base64');
  const { child, reply } = await start(JSON.stringify(configuration({ encryptionKey: secret })));
  expect(reply).toEqual({ error: { code: 'configuration_invalid', message: 'Invalid: encryptionKey.' } });
  expect(await ended(child)).toBe(1);
});

test('a port in use is reported', async () => {
  const blocker = createServer();
  blocker.listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const address = blocker.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { child, reply } = await start(
    JSON.stringify(configuration({ listen: { host: '127.0.0.1', port } })),
  );
  expect(reply).toMatchObject({ error: { code: 'port_taken' } });
  expect(await ended(child)).toBe(1);
  blocker.close();
});

test.each([
  ['nobody listens', { connectionString: 'postgresql://nobody@127.0.0.1:1/nothing' }],
  ['there is no socket', { host: '/nonexistent', user: 'nobody', database: 'nothing' }],
])('a database where %s is reported', async (_name, unreachable) => {
  const { child, reply } = await start(JSON.stringify(configuration({ database: unreachable })));
  expect(reply).toMatchObject({ error: { code: 'database_unavailable' } });
  expect(await ended(child)).toBe(1);
});

test('a database of a later version is left unchanged', async () => {
  await (await startPool(database.connectionString)).close();
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query("insert into user_pool.migration (name, timestamp) values ('999901010000-later', '')");
  await client.end();
  const { child, reply } = await start(JSON.stringify(configuration()));
  expect(reply).toMatchObject({ error: { code: 'schema_newer' } });
  expect(await ended(child)).toBe(1);
});

test.each([
  ['the wrong key', { id: KEY.id, key: new Uint8Array(32).fill(8) }],
  ['an unknown key', { id: 'k2', key: new Uint8Array(32).fill(8) }],
])('a start with %s is rejected', async (_name, encryptionKey) => {
  await (await startPool(database.connectionString)).close();
  const started = await createUserPool({
    database: { connectionString: database.connectionString },
    encryptionKey,
    baseUrl: 'http://127.0.0.1:1',
    adminCredentials: [],
    pools: [],
  });
  expect(started).toMatchObject({ ok: false, error: { code: 'encryption_key_mismatch' } });
});

test('a new key becomes active while the old one still opens what it sealed', async () => {
  const first = await startPool(database.connectionString);
  await first.createUser('kept@example.org');
  await first.close();
  const started = await createUserPool({
    database: { connectionString: database.connectionString },
    encryptionKey: { id: 'k2', key: new Uint8Array(32).fill(8) },
    previousKeys: [KEY],
    baseUrl: 'http://127.0.0.1:1',
    adminCredentials: [],
    pools: [],
  });
  if (!started.ok) throw new Error(started.error.code);
  const jwks = await started.value.fetch(
    new Request('http://127.0.0.1:1/us-east-1_AbCdEf123/.well-known/jwks.json'),
  );
  expect(jwks.status).toBe(200);
  await started.value.close();
});

test('six processes that start concurrently create one schema and one pair of keys', async () => {
  const pools = await Promise.all(Array.from({ length: 6 }, () => startPool(database.connectionString)));
  const published = await Promise.all(
    pools.map(async ({ endpoint }) =>
      (await fetch(`${endpoint}/us-east-1_AbCdEf123/.well-known/jwks.json`)).text(),
    ),
  );
  expect(new Set(published).size).toBe(1);
  expect(JSON.parse(published[0] ?? '')).toMatchObject({ keys: [{}, {}] });
  await Promise.all(pools.map((pool) => pool.close()));
});

test('after a process is killed, the next one completes the sign-in and accepts the tokens', async () => {
  const settings = {
    baseUrl: 'http://127.0.0.1:4000',
    pools: [{ ...configuration().pools[0], usernameAttributes: ['email'] }],
  };
  const one = await start(JSON.stringify(configuration(settings)));
  const first = createCalls(`http://127.0.0.1:${portOf(one.reply)}`);
  await first.createUser('two@example.org');
  const signedIn = await first.signIn('two@example.org', PASSWORD);
  const { AccessToken } = signedIn.body['AuthenticationResult'] as { AccessToken: string };
  const srp = createSrpClient('AbCdEf123');
  const begun = await first.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: 'webclient1',
    AuthParameters: { USERNAME: 'two@example.org', SRP_A: srp.publicHex },
  });
  one.child.kill('SIGKILL');
  await ended(one.child);

  const two = await start(JSON.stringify(configuration(settings)));
  const second = createCalls(`http://127.0.0.1:${portOf(two.reply)}`);
  expect((await second.call('GetUser', { AccessToken })).status).toBe(200);
  const challenge = begun.body['ChallengeParameters'] as SrpChallengeParameters;
  const finished = await second.call('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId: 'webclient1',
    ChallengeResponses: srp.answer(challenge, PASSWORD, new Date()),
  });
  expect(finished.body).toHaveProperty('AuthenticationResult');
});
