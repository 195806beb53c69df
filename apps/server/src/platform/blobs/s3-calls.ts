import { addAbortSignal, Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { assert, type Clock, defined, err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import type { BlobHead, Blobs, IntegrityLevel, PartDigest, StoredPart, StoreFailure } from './blobs.ts';
import { createQuickHead, type QuickHead } from './quick-head.ts';
import type { S3Access } from './s3-client.ts';
import { callStore, callStoreFor } from './s3-failures.ts';
import { decodeMetadata, encodeMetadata, metadataOf } from './s3-sign.ts';

export interface Bucket {
  readonly client: S3Client;
  readonly access: S3Access;
  readonly clock: Clock;
  readonly bucket: string;
  readonly integrity: IntegrityLevel;
  readonly isEtagMd5: boolean;
}

type Calls = Pick<
  Blobs,
  | 'createMultipart'
  | 'put'
  | 'putPart'
  | 'listParts'
  | 'completeMultipart'
  | 'abortMultipart'
  | 'head'
  | 'describe'
  | 'read'
  | 'write'
  | 'remove'
  | 'ping'
>;

/** Ceph returns `NoSuchKey` after an abort. */
const NO_UPLOAD = ['NoSuchUpload', 'NoSuchKey'];
const NO_OBJECT = ['NotFound', 'NoSuchKey'];
/** 10,000 parts at 1,000 per page; some stores return fewer. */
const PAGES_MAX = 200;
/** Stores may take minutes to assemble thousands of parts. */
const COMPLETE_TIMEOUT_MS = 5 * MINUTE_MS;
/** Long enough for a part of 32 MiB on a slow connection. */
const SENDING = { requestTimeout: 2 * MINUTE_MS };

export function s3Calls(bucket: Bucket): Calls {
  const quickHead = createQuickHead(bucket);
  return {
    createMultipart: async (input) => await createMultipart(bucket, input),
    put: async (input) => {
      const object = {
        Bucket: bucket.bucket,
        Key: input.key,
        Body: input.bytes,
        ContentType: input.mediaType,
        Metadata: metadataOf(bucket.integrity, input),
        ...checksumsOf(bucket.integrity, input.part),
      };
      return nothing(await callStore(() => bucket.client.send(new PutObjectCommand(object), SENDING)));
    },
    putPart: async (input) => {
      const part = {
        Bucket: bucket.bucket,
        Key: input.key,
        UploadId: input.providerUploadId,
        PartNumber: input.number,
        Body: input.bytes,
        ...checksumsOf(bucket.integrity, input.part),
      };
      return nothing(await callStore(() => bucket.client.send(new UploadPartCommand(part), SENDING)));
    },
    listParts: async (input) => await listParts(bucket, input),
    completeMultipart: async (input) => await completeMultipart(bucket, input),
    abortMultipart: async ({ key, providerUploadId }) => {
      const target = { Bucket: bucket.bucket, Key: key, UploadId: providerUploadId };
      return nothing(
        await callStoreFor(NO_UPLOAD, () => bucket.client.send(new AbortMultipartUploadCommand(target))),
      );
    },
    head: async (key) => {
      const found = await quickHead(key);
      return found === undefined ? await head(bucket, key) : ok(headOf(bucket, found));
    },
    describe: async (key) => await describe(bucket, key),
    read: async (key) => await read(bucket.client, { Bucket: bucket.bucket, Key: key }),
    write: async ({ key, bytes, mediaType }) => {
      const object = { Bucket: bucket.bucket, Key: key, Body: bytes, ContentType: mediaType };
      return nothing(await callStore(() => bucket.client.send(new PutObjectCommand(object), SENDING)));
    },
    remove: async (key) => {
      const target = { Bucket: bucket.bucket, Key: key };
      return nothing(
        await callStoreFor(NO_OBJECT, () => bucket.client.send(new DeleteObjectCommand(target))),
      );
    },
    ping: async () =>
      nothing(await callStore(() => bucket.client.send(new HeadBucketCommand({ Bucket: bucket.bucket })))),
  };
}

function checksumsOf(
  integrity: IntegrityLevel,
  part: PartDigest,
): Pick<PutObjectCommandInput, 'ChecksumSHA256' | 'ContentMD5'> {
  if (integrity === 1) return { ChecksumSHA256: part.sha256 };
  return part.md5 === undefined ? {} : { ContentMD5: part.md5 };
}

function nothing(result: Result<unknown, StoreFailure>): Result<void, StoreFailure> {
  return result.ok ? ok(undefined) : result;
}

async function createMultipart(
  bucket: Bucket,
  input: Parameters<Calls['createMultipart']>[0],
): ReturnType<Calls['createMultipart']> {
  const command = new CreateMultipartUploadCommand({
    Bucket: bucket.bucket,
    Key: input.key,
    ContentType: input.mediaType,
    Metadata: encodeMetadata(input.metadata),
    ...(bucket.integrity === 1 ? { ChecksumAlgorithm: 'SHA256' as const } : {}),
  });
  const created = await callStore(() => bucket.client.send(command));
  if (!created.ok) return created;
  const providerUploadId = created.value.UploadId;
  return providerUploadId === undefined
    ? err({ code: 'store_refused', diagnosis: 'no_upload_id' })
    : ok({ providerUploadId });
}

async function listParts(
  bucket: Bucket,
  input: Parameters<Calls['listParts']>[0],
): ReturnType<Calls['listParts']> {
  const parts: StoredPart[] = [];
  let marker: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const command = new ListPartsCommand({
      Bucket: bucket.bucket,
      Key: input.key,
      UploadId: input.providerUploadId,
      ...(marker === undefined ? {} : { PartNumberMarker: marker }),
    });
    const listed = await callStoreFor(NO_UPLOAD, () => bucket.client.send(command));
    if (!listed.ok) return listed;
    if (listed.value === undefined) return ok(undefined);
    for (const part of listed.value.Parts ?? []) {
      const etag = bare(part.ETag);
      parts.push({
        number: defined(part.PartNumber, 'the store listed a part without a number'),
        sizeBytes: defined(part.Size, 'the store listed a part without a size'),
        etag,
        sha256: bucket.integrity === 1 ? part.ChecksumSHA256 : undefined,
        md5: md5Of(bucket, etag),
      });
    }
    if (listed.value.IsTruncated !== true) return ok(parts);
    const next = listed.value.NextPartNumberMarker;
    assert(
      next !== undefined && next !== marker,
      'the store returned a truncated list of parts without a new marker',
    );
    marker = next;
  }
  return err({ code: 'store_refused', diagnosis: 'endless_part_list' });
}

async function completeMultipart(
  bucket: Bucket,
  input: Parameters<Calls['completeMultipart']>[0],
): ReturnType<Calls['completeMultipart']> {
  const command = new CompleteMultipartUploadCommand({
    Bucket: bucket.bucket,
    Key: input.key,
    UploadId: input.providerUploadId,
    MultipartUpload: {
      Parts: input.parts.map((part) => ({
        PartNumber: part.number,
        ETag: `"${part.etag}"`,
        ...(bucket.integrity === 1 ? { ChecksumSHA256: part.sha256 } : {}),
      })),
    },
  });
  return nothing(await callStore(() => bucket.client.send(command, { requestTimeout: COMPLETE_TIMEOUT_MS })));
}

async function head(bucket: Bucket, key: string): Promise<Result<BlobHead | undefined, StoreFailure>> {
  const described = await describe(bucket, key);
  return described.ok ? ok(described.value?.head) : described;
}

async function describe(bucket: Bucket, key: string): ReturnType<Calls['describe']> {
  const command = new HeadObjectCommand({ Bucket: bucket.bucket, Key: key, ChecksumMode: 'ENABLED' });
  const found = await callStoreFor(NO_OBJECT, () => bucket.client.send(command));
  if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
  const {
    ContentLength: sizeBytes,
    ChecksumSHA256: sha256,
    ETag: etag = '',
    Metadata: stored = {},
  } = found.value;
  return ok({
    head: headOf(bucket, {
      sizeBytes: defined(sizeBytes, 'the store returned an object without a size'),
      etag,
      sha256,
    }),
    sentSha256: stored['sha256'],
    mediaType: found.value.ContentType ?? 'application/octet-stream',
    metadata: decodeMetadata(stored),
  });
}

function headOf(bucket: Bucket, found: QuickHead): BlobHead {
  const etag = bare(found.etag);
  return { sizeBytes: found.sizeBytes, etag, sha256: found.sha256, md5: md5Of(bucket, etag) };
}

async function read(
  client: S3Client,
  wanted: GetObjectCommandInput,
): Promise<Result<{ readonly sizeBytes: number; readonly bytes: Readable } | undefined, StoreFailure>> {
  const found = await callStoreFor(NO_OBJECT, () => client.send(new GetObjectCommand(wanted)));
  if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
  const { Body: body, ContentLength: sizeBytes } = found.value;
  if (!(body instanceof Readable) || sizeBytes === undefined) {
    return err({ code: 'store_refused', diagnosis: 'no_body' });
  }
  return ok({ sizeBytes, bytes: body });
}

/** `client`: a separate client for bytes that are read slowly. */
export function s3Ranges(client: S3Client, bucket: string): Pick<Blobs, 'readRange'> {
  return {
    readRange: async (key, { from, to, signal }) => {
      const found = await read(client, { Bucket: bucket, Key: key, Range: `bytes=${from}-${to}` });
      if (found.ok && found.value !== undefined) addAbortSignal(signal, found.value.bytes);
      return found;
    },
  };
}

function bare(etag: string | undefined): string {
  return (etag ?? '').replaceAll('"', '');
}

function md5Of(bucket: Bucket, etag: string): string | undefined {
  if (!bucket.isEtagMd5 || !/^[0-9a-f]{32}$/.test(etag)) return undefined;
  return Buffer.from(etag, 'hex').toString('base64');
}
