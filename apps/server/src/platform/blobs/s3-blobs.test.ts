import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN, startStoreWorld, type StoreWorld } from '../../live-world.contract.ts';
import type { Log } from '../log/log.ts';
import { blobsContract } from './blobs.contract.ts';
import { createS3Blobs } from './s3-blobs.ts';

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => quiet,
};

let store: StoreWorld;
beforeAll(async () => {
  store = await startStoreWorld(quiet);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

blobsContract('the embedded store', () => ({ blobs: store.blobs, corsOrigin: ORIGIN }));

test('the embedded store verifies SHA-256 itself', () => {
  expect(store.blobs.integrity).toBe(1);
  expect(store.blobs.publicOrigin).toBe(store.url);
});

const options = (endpoint: string) => ({
  endpoint,
  publicEndpoint: 'https://files.example',
  region: 'eu-central-1',
  bucket: 'files',
  prefix: '',
  accessKeyId: 'AKTESTOFFEATURES',
  secretAccessKey: 'a secret of the tests, of nobody else',
  forcePathStyle: true,
  clock: { now: () => new Date() },
  log: quiet,
});

test('addresses are made for the public endpoint', async () => {
  const blobs = await createS3Blobs(options(store.url));
  expect(blobs.ok && blobs.value.publicOrigin).toBe('https://files.example');
  const hosted = await createS3Blobs({ ...options(store.url), forcePathStyle: true, prefix: 'a/b/' });
  expect(hosted.ok && hosted.value.keyFor('0123')).toBe('a/b/blobs/23/0123');
});

test('a store that is not there is unavailable', async () => {
  expect(await createS3Blobs(options('http://127.0.0.1:1'))).toEqual({
    ok: false,
    error: { code: 'store_unavailable' },
  });
});

test('a wrong secret is a refusal with its diagnosis, without the secret', async () => {
  const refused = await createS3Blobs({ ...options(store.url), secretAccessKey: 'another' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'store_refused' } });
  expect(JSON.stringify(refused)).not.toContain('another');
});

test('a missing bucket is made', async () => {
  const made = await createS3Blobs({ ...options(store.url), bucket: 'made-by-coffer' });
  expect(made.ok).toBe(true);
});
