import { beforeAll, describe, expect, test } from 'vitest';
import {
  EXTERNAL_ORIGIN,
  IS_STORE_NAMED,
  knownStore,
  openExternalStore,
} from '../../live-external-store.contract.ts';
import { type BlobsUnderTest, blobsContract } from './blobs.contract.ts';

describe.skipIf(!IS_STORE_NAMED)('an external store', () => {
  let under: BlobsUnderTest;

  beforeAll(async () => {
    under = { blobs: await openExternalStore(), corsOrigin: EXTERNAL_ORIGIN };
  });

  blobsContract('external', () => under);

  test('it is found to verify as much as is known of it', () => {
    const { integrity, takesForms } = knownStore();
    expect(under.blobs).toMatchObject({ integrity, takesForms });
  });
});
