import { afterAll, beforeAll } from 'vitest';
import { BUCKET, CREDENTIAL, ORIGIN, REGION, startStoreWorld, type StoreWorld } from '../../../live.world.ts';
import type { Log } from '../../log/log.ts';
import { doctorContract } from './doctor.contract.ts';

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

doctorContract('the embedded store', () => ({
  endpoint: store.url,
  region: REGION,
  bucket: BUCKET,
  ...CREDENTIAL,
  forcePathStyle: true,
  pageOrigin: ORIGIN,
  expected: ['fine'],
}));
