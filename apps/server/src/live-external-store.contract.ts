// A store that is not ours, such as Ceph RGW or MinIO. `npm run test:external` names one after the other: COFFER_TEST_S3 holds the
// COFFER_S3_* variables of the store as JSON, COFFER_TEST_STORE says which one it is.
// oxlint-disable node/no-process-env -- a test of an external store has no composition root; the run names the store.
import { randomUUID } from 'node:crypto';
import { defined } from '@coffer/kit';
import * as z from 'zod/mini';
import { KNOWN_STORES, type KnownStore } from './known-stores.contract.ts';
import type { StoreWorld } from './live-world.contract.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import { createS3Blobs } from './platform/blobs/s3-blobs.ts';
import type { Log } from './platform/log/log.ts';

const named = process.env['COFFER_TEST_S3'];

/** False: tests of an external store are skipped, because the run names none. */
export const IS_STORE_NAMED = named !== undefined;

/** What is known of the store of this run. */
export function knownStore(): KnownStore {
  const name = process.env['COFFER_TEST_STORE'] ?? '';
  return defined(KNOWN_STORES[name], 'COFFER_TEST_STORE names a store that is known');
}

/** What the bucket's CORS rules let in. */
export const EXTERNAL_ORIGIN = 'http://localhost:8420';

const Store = z.object({
  COFFER_S3_ENDPOINT: z.string(),
  COFFER_S3_PUBLIC_ENDPOINT: z.string(),
  COFFER_S3_REGION: z.string(),
  COFFER_S3_ACCESS_KEY_ID: z.string(),
  COFFER_S3_SECRET_ACCESS_KEY: z.string(),
});

/** How the store of this run is reached, with a bucket that is yet to be made. */
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

/** Opens the store of this run, with a bucket of its own. */
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

/** The same as a place for tests of features. It is not ours to stop. */
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
