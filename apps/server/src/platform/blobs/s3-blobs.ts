import { type Clock, ok, type Result } from '@coffer/kit';
import type { Log } from '../log/log.ts';
import type { Blobs, StoreFailure } from './blobs.ts';
import { planBrowserProbes } from './doctor/browser-plan.ts';
import { examineStore } from './doctor/examine-store.ts';
import { testIntegrity } from './integrity-test.ts';
import { s3Calls } from './s3-calls.ts';
import { s3Lists } from './s3-lists.ts';
import { type S3Access, s3Client } from './s3-client.ts';
import { ensureBucket, ensureCors, ensureUnfinishedRule } from './s3-setup.ts';
import { signGet, signPart, signPut } from './s3-sign.ts';

export interface S3BlobsOptions extends S3Access {
  /** Where browsers reach the store: presigned addresses are made for it. `endpoint` is where the server does. */
  readonly publicEndpoint: string;
  readonly bucket: string;
  /** Begins every key, with or without a slash at its end; may be empty. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Origin of the application: its pages are let in by the bucket's CORS rules. Undefined leaves the rules alone. */
  readonly corsOrigin?: string | undefined;
  /** The same origin, where somebody else sees to the rules. */
  readonly pageOrigin?: string | undefined;
}

/**
 * Opens an S3-compatible store: makes bucket and CORS rule where they are missing and that is allowed, and tests how far the
 * store verifies what it is sent. Nothing is kept open.
 */
export async function createS3Blobs(options: S3BlobsOptions): Promise<Result<Blobs, StoreFailure>> {
  const { bucket, clock, log } = options;
  const client = s3Client(options);
  const setup = { client, bucket, region: options.region, endpoint: options.endpoint, log };
  const ensured = await ensureBucket(setup);
  if (!ensured.ok) return ensured;
  if (options.corsOrigin !== undefined) await ensureCors(setup, options.corsOrigin);
  const prefix = options.prefix === '' ? '' : `${options.prefix.replace(/\/+$/, '')}/`;
  await ensureUnfinishedRule(setup, prefix);
  const tested = await testIntegrity({ client, bucket, clock, prefix });
  if (!tested.ok) return tested;
  const { level: integrity, isEtagMd5 } = tested.value;
  log.info('store_integrity', { integrity_level: integrity });
  const signer = {
    client: s3Client({ ...options, endpoint: options.publicEndpoint }),
    bucket,
    integrity,
    clock,
  };
  const keyFor = (blobId: string): string => `${prefix}blobs/${blobId.slice(-2)}/${blobId}`;
  const sample = await signGet(signer, {
    key: keyFor('00'),
    name: 'sample',
    mediaType: 'text/plain',
    disposition: 'attachment',
    lifeMs: 60_000,
  });
  // Read off a signed address: with virtual hosts the bucket is part of the host name.
  const publicOrigin = new URL(sample.url).origin;
  const examined = { ...options, pageOrigin: options.pageOrigin ?? options.corsOrigin ?? publicOrigin };
  return ok({
    integrity,
    publicOrigin,
    keyFor,
    signPut: async (input) => await signPut(signer, input),
    signPart: async (input) => await signPart(signer, input),
    signGet: async (input) => await signGet(signer, input),
    ...s3Calls({ client, bucket, integrity, isEtagMd5 }),
    examine: async (depth) => await examineStore(examined, depth),
    planBrowserProbes: async () => await planBrowserProbes(examined, integrity),
    ...s3Lists({ client, bucket, prefix: `${prefix}blobs/` }),
  });
}
