import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN, startStoreWorld, type StoreWorld } from '../../live.world.ts';
import type { Log } from '../log/log.ts';
import { blobsContract } from './blobs.contract.ts';
import { digestOf } from './digest.ts';
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

test('the embedded store verifies SHA-256 itself, of forms and bundles too', () => {
  expect(store.blobs).toMatchObject({ integrity: 1, takesForms: true, takesBundles: true });
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

test('presigned URLs use the public endpoint', async () => {
  const blobs = await createS3Blobs(options(store.url));
  expect(blobs.ok && blobs.value.publicOrigin).toBe('https://files.example');
  const hosted = await createS3Blobs({ ...options(store.url), forcePathStyle: true, prefix: 'a/b/' });
  expect(hosted.ok && hosted.value.keyFor('0123')).toBe('a/b/blobs/23/0123');
});

test('forms are not used if pages cannot read their result', async () => {
  const stranger = await createS3Blobs({ ...options(store.url), pageOrigin: 'https://elsewhere.example' });
  expect(stranger.ok && stranger.value).toMatchObject({
    integrity: 1,
    takesForms: false,
    takesBundles: false,
  });
});

test('curl can send a form unchanged', async () => {
  const bytes = Buffer.from('sent by a client of others');
  const key = store.blobs.keyFor('0123');
  const metadata = {
    spaceId: 'a',
    nodeId: 'b',
    versionId: 'c',
    parentId: 'd',
    authorId: 'e',
    at: new Date(),
  };
  const signed = store.blobs.signPost({
    key,
    part: digestOf(bytes),
    mediaType: 'text/plain',
    metadata: { ...metadata, name: 'Prüfung "1"; a=b.txt' },
  });
  const fields = (signed.fields ?? []).flatMap(([name, value]) => ['--form-string', `${name}=${value}`]);
  const curl = spawn('curl', ['-sS', '-w', '%{http_code}', ...fields, '-F', 'file=@-', signed.url]);
  curl.stdin.end(bytes);
  expect(await text(curl.stdout)).toBe('200');
  const head = await store.blobs.head(key);
  expect(head).toMatchObject({ ok: true, value: { sha256: digestOf(bytes).sha256 } });
});

test('an unreachable store is `unavailable`', async () => {
  expect(await createS3Blobs(options('http://127.0.0.1:1'))).toEqual({
    ok: false,
    error: { code: 'store_unavailable' },
  });
});

test('a wrong secret is rejected with its diagnosis, without the secret', async () => {
  const refused = await createS3Blobs({ ...options(store.url), secretAccessKey: 'another' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'store_refused' } });
  expect(JSON.stringify(refused)).not.toContain('another');
});

test('a missing bucket is created', async () => {
  const made = await createS3Blobs({ ...options(store.url), bucket: 'made-by-coffer' });
  expect(made.ok).toBe(true);
});

test('the URL of a rendition stays the same for an hour, and is valid for another hour', async () => {
  let now = new Date();
  const blobs = await createS3Blobs({ ...options(store.url), clock: { now: () => now } });
  if (!blobs.ok) throw new Error(blobs.error.code);
  now = new Date('2026-01-02T03:00:00.000Z');
  const first = blobs.value.signRendition('renditions/00/1/small.webp');
  expect(first.expiresAt).toEqual(new Date('2026-01-02T05:00:00.000Z'));
  now = new Date('2026-01-02T03:59:59.000Z');
  expect(blobs.value.signRendition('renditions/00/1/small.webp')).toEqual(first);
  now = new Date('2026-01-02T04:00:00.000Z');
  expect(blobs.value.signRendition('renditions/00/1/small.webp').url).not.toBe(first.url);
});
