// The same contract against a store that is not ours, such as Ceph RGW: named by the environment of the run.
// oxlint-disable node/no-process-env -- a test of an external store has no composition root; the run names the store.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Log } from '../log/log.ts';
import { type BlobsUnderTest, blobsContract } from './blobs.contract.ts';
import { createS3Blobs } from './s3-blobs.ts';

const endpoint = process.env['COFFER_TEST_S3_ENDPOINT'];
const ORIGIN = 'http://localhost:8420';

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => quiet,
};

// Skipped unless COFFER_TEST_S3_ENDPOINT names a store.
describe.skipIf(endpoint === undefined)('a store of somebody else', () => {
  let under: BlobsUnderTest;

  beforeAll(async () => {
    const url = endpoint ?? '';
    const opened = await createS3Blobs({
      endpoint: url,
      publicEndpoint: url,
      region: process.env['COFFER_TEST_S3_REGION'] ?? 'us-east-1',
      bucket: process.env['COFFER_TEST_S3_BUCKET'] ?? 'coffer-contract',
      prefix: 'contract',
      accessKeyId: process.env['COFFER_TEST_S3_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: process.env['COFFER_TEST_S3_SECRET_ACCESS_KEY'] ?? '',
      forcePathStyle: true,
      clock: { now: () => new Date() },
      log: quiet,
      corsOrigin: ORIGIN,
    });
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    under = { blobs: opened.value, corsOrigin: ORIGIN };
  });

  blobsContract('external', () => under);

  test('it reaches the integrity level that the run expects', () => {
    expect(under.blobs.integrity).toBe(
      Number(process.env['COFFER_TEST_S3_INTEGRITY'] ?? under.blobs.integrity),
    );
  });
});
