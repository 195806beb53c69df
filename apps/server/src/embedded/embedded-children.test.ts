import { request } from 'node:http';
import { createServer } from 'node:net';
import { systemClock } from '@coffer/kit';
import { testDatabase, temporaryFolder } from '@coffer/testing';
import { afterAll, expect, test } from 'vitest';
import { testIntegrity } from '../platform/blobs/integrity-test.ts';
import { s3Client } from '../platform/blobs/s3-client.ts';
import type { Log } from '../platform/log/log.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import { startEmbeddedPool } from './embedded-pool.ts';
import { EMBEDDED_INTEGRITY, startEmbeddedStore } from './embedded-store.ts';

const folder = temporaryFolder('embedded children');
afterAll(async () => await folder.remove());

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => log,
};

async function opened(): Promise<DataFolder> {
  const data = await openDataFolder(folder.path);
  if (!data.ok) throw new Error(JSON.stringify(data.error));
  data.value.close();
  return data.value;
}

async function takenPort(): Promise<{ port: number; free: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, free: () => server.close() };
}

const PURPOSE = {
  appUrl: 'http://localhost:8420',
  signInMethods: [],
  mail: undefined,
  sms: undefined,
  corsOrigins: [],
  secondFactor: 'optional',
  signUpDomains: [],
  pages: undefined,
} as const;

test('the store rejects unsigned requests in its own protocol, and stops', async () => {
  const data = await opened();
  const options = {
    folder: data.storeFolder,
    keyPair: data.secrets.storeKeyPair,
    corsOrigins: ['http://localhost:8420'],
    log,
  };
  const store = await startEmbeddedStore({ ...options, port: 0 });
  if (!store.ok) throw new Error(JSON.stringify(store.error));
  const answer = await fetch(`${store.value.endpoint}/${store.value.bucket}?list-type=2`);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('AccessDenied');

  expect(await startEmbeddedStore({ ...options, port: 0, lockTimeoutMs: 100 })).toMatchObject({
    ok: false,
    error: { code: 'data_locked' },
  });
  await store.value.stop();
  await expect(fetch(store.value.endpoint)).rejects.toThrow(/fetch failed/);

  const { port, free } = await takenPort();
  expect(await startEmbeddedStore({ ...options, port })).toEqual({
    ok: false,
    error: { code: 'port_taken', port, setting: 'COFFER_STORE_PORT' },
  });
  free();
});

test('the store verifies what a start takes for granted', async () => {
  const data = await opened();
  const pageOrigin = 'http://localhost:8420';
  const store = await startEmbeddedStore({
    folder: data.storeFolder,
    port: 0,
    keyPair: data.secrets.storeKeyPair,
    corsOrigins: [pageOrigin],
    log,
  });
  if (!store.ok) throw new Error(JSON.stringify(store.error));
  const { endpoint, region, bucket } = store.value;
  const access = { endpoint, region, forcePathStyle: true, ...data.secrets.storeKeyPair };
  const probe = { client: s3Client(access), access, bucket, clock: systemClock, prefix: 'coffer/' };
  const tested = await testIntegrity({ ...probe, pageOrigin });
  expect(tested).toEqual({ ok: true, value: EMBEDDED_INTEGRITY });
  await store.value.stop();
});

test('the pool publishes its keys under its issuer, and stops', async () => {
  await using database = await testDatabase();
  const { secrets } = await opened();
  const options = { ...PURPOSE, connectionString: database.connectionString, secrets, log };
  const pool = await startEmbeddedPool({ ...options, port: 0 });
  if (!pool.ok) throw new Error(JSON.stringify(pool.error));
  const discovery = await fetch(`${pool.value.issuer}/.well-known/openid-configuration`);
  expect(await discovery.json()).toMatchObject({ issuer: pool.value.issuer });
  expect((await fetch(`${pool.value.issuer}/.well-known/jwks.json`)).status).toBe(200);
  // Protects against CORS access and DNS rebinding.
  expect(discovery.headers.get('access-control-allow-origin')).toBeNull();
  const foreign = await fetch(pool.value.endpoint, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  expect(await statusUnder('evil.example', discovery.url)).toBe(421);
  expect(await statusUnder('127.0.0.1', discovery.url)).toBe(200);
  await pool.value.stop();
  await expect(fetch(pool.value.endpoint)).rejects.toThrow(/fetch failed/);

  const { port, free } = await takenPort();
  expect(await startEmbeddedPool({ ...options, port })).toEqual({
    ok: false,
    error: { code: 'port_taken', port, setting: 'COFFER_POOL_PORT' },
  });
  free();
});

test('a pool without its database reports it', async () => {
  const { secrets } = await opened();
  const connectionString = 'postgresql://nobody@127.0.0.1:1/nothing';
  expect(await startEmbeddedPool({ ...PURPOSE, connectionString, port: 0, secrets, log })).toMatchObject({
    ok: false,
    error: { code: 'pool_failed' },
  });
});

/** `fetch` does not allow a Host header. */
async function statusUnder(host: string, url: string): Promise<number | undefined> {
  return await new Promise((resolve, reject) => {
    const asked = request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
}
