// COFFER_TEST_S3 has the COFFER_S3_* variables of an external store as JSON, COFFER_TEST_STORE its name. Set by `npm run
// test:external`.
// oxlint-disable node/no-process-env -- a test of an external store has no composition root; the run names the store.
import { randomUUID } from 'node:crypto';
import { defined } from '@coffer/kit';
import * as z from 'zod/mini';
import { KNOWN_STORES, type KnownStore } from './known-stores.contract.ts';
import type { StoreWorld } from './live.world.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import { createS3Blobs } from './platform/blobs/s3-blobs.ts';
import type { Log } from './platform/log/log.ts';

const named = process.env['COFFER_TEST_S3'];

export const IS_STORE_NAMED = named !== undefined;

export function knownStore(): KnownStore {
  const name = process.env['COFFER_TEST_STORE'] ?? '';
  return defined(KNOWN_STORES[name], 'COFFER_TEST_STORE names a store that is known');
}

export const EXTERNAL_ORIGIN = 'http://localhost:8420';

const Store = z.object({
  COFFER_S3_ENDPOINT: z.string(),
  COFFER_S3_PUBLIC_ENDPOINT: z.string(),
  COFFER_S3_REGION: z.string(),
  COFFER_S3_ACCESS_KEY_ID: z.string(),
  COFFER_S3_SECRET_ACCESS_KEY: z.string(),
});

/** The bucket does not exist yet. */
export function externalStore() {
  const store = Store.parse(JSON.parse(named ?? '{}'));
  return {
    endpoint: store.COFFER_S3_ENDPOINT,
    publicEndpoint: store.COFFER_S3_PUBLIC_ENDPOINT,
    region: store.COFFER_S3_REGION,
    bucket: `contract-${randomUUID()}`,
    accessKeyId: store.COFFER_S3_ACCESS_KEY_ID,
    secretAccessKey: store.COFFER_S3_SECRET_ACCESS_KEY,
    forcePathStyle: true,
  };
}

export async function openExternalStore(store = externalStore()): Promise<Blobs> {
  const opened = await createS3Blobs({
    ...store,
    prefix: 'contract',
    clock: { now: () => new Date() },
    log: quiet,
    corsOrigin: EXTERNAL_ORIGIN,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  return opened.value;
}

const nothing = (): Promise<void> => Promise.resolve();

/** Disposing does not stop the store. */
export async function openExternalWorld(): Promise<StoreWorld> {
  const store = externalStore();
  return {
    blobs: await openExternalStore(store),
    url: store.endpoint,
    stop: nothing,
    [Symbol.asyncDispose]: nothing,
  };
}

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => quiet,
};
