import { type Clock, ok, type Result } from '@coffer/kit';
import type { Log } from '../log/log.ts';
import type { Blobs, StoreFailure } from './blobs.ts';
import { type Integrity, testIntegrity } from './integrity-test.ts';
import { readReceipt, signBundle } from './s3-bundle.ts';
import { s3Calls, s3Ranges } from './s3-calls.ts';
import { s3Lists } from './s3-lists.ts';
import { type S3Access, s3Client } from './s3-client.ts';
import { ensureBucket, ensureCors, ensureUnfinishedRule } from './s3-setup.ts';
import { createSignatureCheck } from './signature-check.ts';
import { signGet, signPart, signPost, signPut, signRendition } from './s3-sign.ts';
import { bucketUrl } from './bucket-url.ts';

export interface S3BlobsOptions extends S3Access {
  /** Used in presigned URLs for browsers. The server itself uses `endpoint`. */
  readonly publicEndpoint: string;
  readonly bucket: string;
  /** With or without a trailing slash; may be empty. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Origin that the bucket's CORS rules must allow. Undefined leaves the rules unchanged. */
  readonly corsOrigin?: string | undefined;
  /** Origin of the pages, if CORS is configured elsewhere. */
  readonly pageOrigin?: string | undefined;
  /** Origin of the relay, if browsers do not reach the store. */
  readonly relayOrigin?: string | undefined;
  /** What the store verifies, if known. Default: tested at start. */
  readonly known?: Integrity | undefined;
}

/** Each stream uses little memory, because bytes are read only as fast as the client takes them. */
const STREAM_SOCKETS_MAX = 1_000;

/** Creates bucket and CORS rule if missing and permitted. Tests what an unknown store verifies. */
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
  const place = new URL(bucketUrl(publicAccess, bucket));
  const publicOrigin = relayOrigin ?? place.origin;
  const pageOrigin = options.pageOrigin ?? options.corsOrigin ?? publicOrigin;
  const probe = { client, access: options, bucket, clock, prefix, pageOrigin };
  const tested = options.known === undefined ? await testIntegrity(probe) : ok(options.known);
  if (!tested.ok) return tested;
  const { level: integrity, isEtagMd5, takesForms, takesBundles } = tested.value;
  log.info('store_integrity', {
    integrity_level: integrity,
    takes_forms: takesForms,
    takes_bundles: takesBundles,
  });
  const signer = { access: publicAccess, bucket, integrity, clock };
  const examined = { ...options, publicEndpoint, pageOrigin, isRelayed: relayOrigin !== undefined };
  const open = <T extends { readonly url: string }>(signed: T): T =>
    relayOrigin === undefined ? signed : { ...signed, url: relayedUrl(signed.url, relayOrigin) };
  const listBelow = (folder: string): Blobs['listObjects'] =>
    s3Lists({ client, bucket, prefix: `${prefix}${folder}` }).listObjects;
  return ok({
    integrity,
    // Forms only save CORS preflights, which the relay's same-origin requests do not need.
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
    ...keysBelow(prefix),
    signPut: (input) => open(signPut(signer, input)),
    signPost: (input) => signPost(signer, input),
    signBundle: (files) => signBundle(signer, files),
    readReceipt: (receipt) => readReceipt(signer, receipt),
    signPart: (input) => open(signPart(signer, input)),
    signGet: (input) => open(signGet(signer, input)),
    signRendition: (key, lifeMs) => open(signRendition(signer, key, lifeMs)),
    ...s3Calls({ client, access: options, clock, bucket, integrity, isEtagMd5 }),
    ...s3Ranges(s3Client(options, { socketsMax: STREAM_SOCKETS_MAX, silenceMs: 0 }), bucket),
    checksSignatures: createSignatureCheck({ access: options, bucket, prefix, clock }),
    examine: async (depth) => {
      const { examineStore } = await import('./doctor/examine-store.ts');
      return await examineStore(examined, depth);
    },
    planBrowserProbes: async () => {
      const { planBrowserProbes } = await import('./doctor/browser-plan.ts');
      return (await planBrowserProbes(examined, integrity)).map(open);
    },
    ...s3Lists({ client, bucket, prefix: `${prefix}blobs/` }),
    listRenditions: listBelow('renditions/'),
    listAuditHeads: listBelow('audit/heads/'),
    listJournal: listBelow('journal/'),
    listSnapshots: listBelow('snapshots/'),
  });
}

function placeOf(blobId: string): string {
  return `${blobId.slice(-2)}/${blobId}`;
}

function keysBelow(prefix: string) {
  return {
    keyFor: (blobId) => `${prefix}blobs/${placeOf(blobId)}`,
    renditionKeyFor: (blobId, size) => `${prefix}renditions/${placeOf(blobId)}/${size}.webp`,
    documentKeyFor: (blobId) => `${prefix}renditions/${placeOf(blobId)}/document.pdf`,
    auditHeadKeyFor: (name) => `${prefix}audit/heads/${name}`,
    journalKeyFor: (name) => `${prefix}journal/${name}`,
    snapshotKeyFor: (name) => `${prefix}snapshots/${name}`,
  } satisfies Partial<Blobs>;
}

function relayedUrl(url: string, origin: string): string {
  const { pathname, search } = new URL(url);
  return `${origin}/relay${pathname}${search}`;
}
