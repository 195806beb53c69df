import { beforeAll, describe } from 'vitest';
import {
  EXTERNAL_ORIGIN,
  externalStore,
  IS_STORE_NAMED,
  openExternalStore,
} from '../../../live-external-store.contract.ts';
import { type DoctorsStore, doctorContract } from './doctor.contract.ts';

// Skipped unless the run names a store.
describe.skipIf(!IS_STORE_NAMED)('a store of somebody else', () => {
  let store: DoctorsStore;

  beforeAll(async () => {
    const access = externalStore();
    await openExternalStore(access);
    // True of Ceph 16, and harmless: level 2 signs the MD5 of what is stored.
    const tolerated = ['checksum_ignored', 'encoding_kept'] as const;
    store = { ...access, pageOrigin: EXTERNAL_ORIGIN, tolerated };
  });

  doctorContract('external', () => store);
});
