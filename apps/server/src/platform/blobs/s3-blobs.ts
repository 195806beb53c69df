import { type Clock, ok, type Result } from '@coffer/kit';
import type { Log } from '../log/log.ts';
import type { Blobs, StoreFailure } from './blobs.ts';
import { planBrowserProbes } from './doctor/browser-plan.ts';
import { examineStore } from './doctor/examine-store.ts';
import { testIntegrity } from './integrity-test.ts';
import { readReceipt, signBundle } from './s3-bundle.ts';
import { s3Calls } from './s3-calls.ts';
import { s3Lists } from './s3-lists.ts';
import { type S3Access, s3Client } from './s3-client.ts';
import { ensureBucket, ensureCors, ensureUnfinishedRule } from './s3-setup.ts';
import { signGet, signPart, signPost, signPut } from './s3-sign.ts';
import { bucketUrl } from './sigv4.ts';

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
  /** The origin that hands requests on to the store, where browsers do not reach it. */
  readonly relayOrigin?: string | undefined;
}

/**
 * Opens an S3-compatible store: makes bucket and CORS rule where they are missing and that is allowed, and tests how far the
 * store verifies what it is sent. Nothing is kept open.
 */
export async function createS3Blobs(options: S3BlobsOptions): Promise<Result<Blobs, StoreFailure>> {
  const { bucket, clock, log, relayOrigin } = options;
  const client = s3Client(options);
  const setup = { client, bucket, region: options.region, endpoint: options.endpoint, log };
  const ensured = await ensureBucket(setup);
  if (!ensured.ok) return ensured;
  const prefix = options.prefix === '' ? '' : `${options.prefix.replace(/\/+$/, '')}/`;
  if (options.corsOrigin !== undefined) await ensureCors(setup, { prefix, origin: options.corsOrigin });
  await ensureUnfinishedRule(setup, prefix);
  const publicEndpoint = relayOrigin === undefined ? options.publicEndpoint : options.endpoint;
  const publicAccess = { ...options, endpoint: publicEndpoint };
  // With virtual hosts the bucket is part of the host name.
  const place = new URL(bucketUrl(publicAccess, bucket));
  const publicOrigin = relayOrigin ?? place.origin;
  const pageOrigin = options.pageOrigin ?? options.corsOrigin ?? publicOrigin;
  const tested = await testIntegrity({ client, access: options, bucket, clock, prefix, pageOrigin });
  if (!tested.ok) return tested;
  const { level: integrity, isEtagMd5, takesForms, takesBundles } = tested.value;
  log.info('store_integrity', {
    integrity_level: integrity,
    takes_forms: takesForms,
    takes_bundles: takesBundles,
  });
  const signer = { access: publicAccess, bucket, integrity, clock };
  const keyFor = (blobId: string): string => `${prefix}blobs/${blobId.slice(-2)}/${blobId}`;
  const examined = { ...options, publicEndpoint, pageOrigin, isRelayed: relayOrigin !== undefined };
  const open = <T extends { readonly url: string }>(signed: T): T =>
    relayOrigin === undefined ? signed : { ...signed, url: relayedUrl(signed.url, relayOrigin) };
  return ok({
    integrity,
    // The relay knows addresses only; and to our own origin browsers send without asking anyway.
    takesForms: takesForms && relayOrigin === undefined,
    takesBundles: takesBundles && relayOrigin === undefined,
    publicOrigin,
    relay:
      relayOrigin === undefined
        ? undefined
        : {
            origin: place.origin,
            path: `${place.pathname.replace(/\/$/, '')}/${prefix}`,
            accessKeyId: options.accessKeyId,
          },
    keyFor,
    signPut: (input) => open(signPut(signer, input)),
    signPost: (input) => signPost(signer, input),
    signBundle: (files) => signBundle(signer, files),
    readReceipt: (receipt) => readReceipt(signer, receipt),
    signPart: (input) => open(signPart(signer, input)),
    signGet: (input) => open(signGet(signer, input)),
    ...s3Calls({ client, access: options, clock, bucket, integrity, isEtagMd5 }),
    examine: async (depth) => await examineStore(examined, depth),
    planBrowserProbes: async () => (await planBrowserProbes(examined, integrity)).map(open),
    ...s3Lists({ client, bucket, prefix: `${prefix}blobs/` }),
  });
}

function relayedUrl(url: string, origin: string): string {
  const { pathname, search } = new URL(url);
  return `${origin}/relay${pathname}${search}`;
}
