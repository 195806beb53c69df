import { beforeAll, describe } from 'vitest';
import {
  EXTERNAL_ORIGIN,
  externalStore,
  IS_STORE_NAMED,
  knownStore,
  openExternalStore,
} from '../../../live-external-store.contract.ts';
import { type DoctorsStore, doctorContract } from './doctor.contract.ts';

describe.skipIf(!IS_STORE_NAMED)('an external store', () => {
  let store: DoctorsStore;

  beforeAll(async () => {
    const access = externalStore();
    await openExternalStore(access);
    store = { ...access, pageOrigin: EXTERNAL_ORIGIN, expected: knownStore().diagnoses };
  });

  doctorContract('external', () => store);
});
