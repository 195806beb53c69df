import { temporaryFolder } from '@coffer/testing';
import { runCoffer } from '@coffer/testing/coffer-command';
import { startCoffer } from '@coffer/testing/coffer-process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import { describeStartError } from '../embedded/start-errors.ts';
import { startFaultyProxy, type FaultyProxy } from '../live-store-faults.contract.ts';
import { BUCKET, CREDENTIAL, REGION, startStoreWorld, type StoreWorld, valueOf } from '../live.world.ts';
import { createSignatureCheck } from '../platform/blobs/signature-check.ts';
import type { Log } from '../platform/log/log.ts';
import { startBlobs } from './parts.ts';
import { storeHealth } from './store-health.ts';

const events: string[] = [];
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (event) => events.push(event),
  error: () => undefined,
  with: () => log,
};

let store: StoreWorld;
let proxy: FaultyProxy;
beforeEach(async () => {
  events.length = 0;
  store = await startStoreWorld(log);
  proxy = await startFaultyProxy(store.url);
});
afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const LISTING = '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult></ListBucketResult>';

function ignoreSignatures(): void {
  proxy.plant({
    after: (_, answer) => {
      if (answer.body.includes('SignatureDoesNotMatch')) {
        Object.assign(answer, { status: 200, body: Buffer.from(LISTING) });
      }
    },
  });
}

const ALLOWED = { COFFER_ALLOW_UNSIGNED_STORE: 'anyone-can-read-and-change-files' };
const storeSettings = () => ({
  COFFER_S3_ENDPOINT: proxy.url,
  COFFER_S3_PUBLIC_ENDPOINT: proxy.url,
  COFFER_S3_REGION: REGION,
  COFFER_S3_BUCKET: BUCKET,
  COFFER_S3_ACCESS_KEY_ID: CREDENTIAL.accessKeyId,
  COFFER_S3_SECRET_ACCESS_KEY: CREDENTIAL.secretAccessKey,
});

const startWith = async (settings: Readonly<Record<string, string>> = {}) => {
  const config = valueOf(parseConfig({ ...storeSettings(), ...settings }));
  const clock = { now: () => new Date() };
  return await startBlobs({ config, folder: undefined, clock, log, onLost: () => undefined });
};

test('a store that checks signatures is accepted', async () => {
  const { value: blobs } = valueOf(await startWith());
  expect(await blobs.checksSignatures()).toEqual({ ok: true, value: true });
  expect(events).not.toContain('store_unsigned');
});

test('a store that ignores signatures is rejected, with a remedy', async () => {
  ignoreSignatures();
  const started = await startWith();
  expect(started).toEqual({ ok: false, error: { code: 'store_unsigned' } });
  const words = describeStartError({ code: 'store_unsigned' });
  expect(words).toContain('anyone who reaches it can read and change every file');
  expect(words).toContain('COFFER_ALLOW_UNSIGNED_STORE');
});

test('a setting that has to be written out allows it, and it is logged', async () => {
  ignoreSignatures();
  const { value: blobs } = valueOf(await startWith(ALLOWED));
  expect(await blobs.checksSignatures()).toEqual({ ok: true, value: false });
  expect(events).toContain('store_unsigned');
  expect(parseConfig({ COFFER_ALLOW_UNSIGNED_STORE: 'true' })).toMatchObject({ ok: false });
});

test('a store that stops checking signatures at run time is detected within a minute', async () => {
  let nowMs = Date.now();
  const check = createSignatureCheck({
    access: { endpoint: proxy.url, region: REGION, ...CREDENTIAL, forcePathStyle: true },
    bucket: BUCKET,
    prefix: 'coffer/',
    clock: { now: () => new Date(nowMs) },
  });
  expect(await check()).toEqual({ ok: true, value: true });
  ignoreSignatures();
  expect(await check()).toEqual({ ok: true, value: true });
  nowMs += 61_000;
  expect(await check()).toEqual({ ok: true, value: false });
});

test.each([301, 404, 429])('an answer %i is no proof of a signature check', async (status) => {
  proxy.plant({
    after: (_, answer) => {
      if (answer.body.includes('SignatureDoesNotMatch'))
        Object.assign(answer, { status, body: Buffer.from('') });
    },
  });
  const check = createSignatureCheck({
    access: { endpoint: proxy.url, region: REGION, ...CREDENTIAL, forcePathStyle: true },
    bucket: BUCKET,
    prefix: 'coffer/',
    clock: { now: () => new Date() },
  });
  expect(await check()).toMatchObject({ ok: false });
});

test.each([
  { allowUnsignedStore: false, health: 'store_unsigned' },
  { allowUnsignedStore: true, health: { warning: 'store_unsigned' } },
])('while Coffer runs, the health of the store reports it: %j', async ({ allowUnsignedStore, health }) => {
  const { value: blobs } = valueOf(await startWith());
  const services = { blobs, config: { allowUnsignedStore } };
  expect(await storeHealth(services)).toBeUndefined();
  ignoreSignatures();
  const { value: later } = valueOf(await startWith(ALLOWED));
  expect(await storeHealth({ ...services, blobs: later })).toEqual(health);
});

test('where it is allowed, a running application and its doctor warn of it', async () => {
  ignoreSignatures();
  await using folder = temporaryFolder('unsigned');
  const environment = { ...storeSettings(), ...ALLOWED };
  await using coffer = await startCoffer({ dataFolder: folder.path, environment });
  const ready = await fetch(`${coffer.url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ checks: { store: { state: 'ok', code: 'store_unsigned' } } });
  await coffer.stop();
  const doctor = await runCoffer(['doctor'], {
    ...environment,
    COFFER_DATA: folder.path,
    COFFER_URL: coffer.url,
    COFFER_PORT: String(coffer.ports.app),
    COFFER_POOL_PORT: String(coffer.ports.pool),
  });
  expect(doctor.stdout).toContain('accepts requests with a wrong signature');
  expect(doctor.stdout).toContain('take COFFER_ALLOW_UNSIGNED_STORE out of the settings');
}, 600_000);
