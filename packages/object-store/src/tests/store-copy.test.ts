import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  type CopyObjectCommandInput,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { MIB } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, bytes, codeOf, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore();
});
afterAll(() => store.close());

const at = (key: string) => ({ Bucket: BUCKET, Key: key });

async function put(key: string, body: Buffer | string, more: object = {}): Promise<string> {
  const result = await store.client.send(new PutObjectCommand({ ...at(key), Body: body, ...more }));
  return result.ETag ?? '';
}

async function read(key: string, Bucket = BUCKET): Promise<Buffer> {
  const result = await store.client.send(new GetObjectCommand({ Bucket, Key: key }));
  return Buffer.from((await result.Body?.transformToByteArray()) ?? []);
}

const copy = (from: string, to: string, more: Partial<CopyObjectCommandInput> = {}) =>
  store.client.send(
    new CopyObjectCommand({ ...at(to), CopySource: `${BUCKET}/${encodeURIComponent(from)}`, ...more }),
  );

async function multipart(key: string, parts: readonly Buffer[], more: { ChecksumAlgorithm?: 'SHA256' } = {}) {
  const { UploadId } = await store.client.send(new CreateMultipartUploadCommand({ ...at(key), ...more }));
  const Parts = [];
  for (const [i, Body] of parts.entries()) {
    const PartNumber = i + 1;
    const part = await store.client.send(
      new UploadPartCommand({ ...at(key), UploadId, PartNumber, Body, ...more }),
    );
    Parts.push({ PartNumber, ETag: part.ETag ?? '', ChecksumSHA256: part.ChecksumSHA256 ?? '' });
  }
  await store.client.send(
    new CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts } }),
  );
}

test('a copy has the bytes, metadata, tags and checksum of its source, and survives its deletion', async () => {
  const key = 'from/ü + %/<a>?b&c#d';
  const body = bytes(300_000);
  const etag = await put(key, body, {
    ContentType: 'image/png',
    Metadata: { a: 'b' },
    Tagging: 'one=1&two=%C3%BC',
    ChecksumAlgorithm: 'SHA256',
  });
  const result = await copy(key, 'to');
  expect(result.CopyObjectResult).toMatchObject({
    ETag: etag,
    ChecksumSHA256: createHash('sha256').update(body).digest('base64'),
    ChecksumType: 'FULL_OBJECT',
  });
  await store.client.send(new DeleteObjectCommand(at(key)));
  expect((await read('to')).equals(body)).toBe(true);
  const head = await store.client.send(new HeadObjectCommand(at('to')));
  expect(head).toMatchObject({ ContentType: 'image/png', Metadata: { a: 'b' } });
  const tags = await store.client.send(new GetObjectTaggingCommand(at('to')));
  expect(tags.TagSet).toEqual([
    { Key: 'one', Value: '1' },
    { Key: 'two', Value: 'ü' },
  ]);
});

test('directives replace metadata and tags', async () => {
  await put('described', 'body', { ContentType: 'image/png', Metadata: { a: 'b' }, Tagging: 'x=1' });
  const more = { MetadataDirective: 'REPLACE', TaggingDirective: 'REPLACE' } as const;
  await copy('described', 'described', {
    ...more,
    ContentType: 'text/plain',
    Metadata: { c: 'd' },
    Tagging: 'y=2',
  });
  const head = await store.client.send(new HeadObjectCommand(at('described')));
  expect(head).toMatchObject({ ContentType: 'text/plain', Metadata: { c: 'd' } });
  const { TagSet } = await store.client.send(new GetObjectTaggingCommand(at('described')));
  expect(TagSet).toEqual([{ Key: 'y', Value: '2' }]);
  expect((await read('described')).toString()).toBe('body');
});

test('a multipart object is copied with its parts, and deleting one copy does not affect the other', async () => {
  const parts = [bytes(5 * MIB, 1), bytes(100_000, 2)];
  await multipart('large', parts, { ChecksumAlgorithm: 'SHA256' });
  const before = (await store.blobs()).length;
  await copy('large', 'large-copy');
  expect(await store.blobs()).toHaveLength(before + 2);
  const head = await store.client.send(
    new HeadObjectCommand({ ...at('large-copy'), ChecksumMode: 'ENABLED', PartNumber: 2 }),
  );
  expect(head).toMatchObject({ PartsCount: 2, ContentLength: 100_000 });
  await copy('large', 'large', { MetadataDirective: 'REPLACE' });
  await store.client.send(new DeleteObjectCommand(at('large')));
  expect((await read('large-copy')).equals(Buffer.concat(parts))).toBe(true);
  await expect.poll(async () => (await store.blobs()).length).toBe(before);
  await store.restart();
  expect((await read('large-copy')).equals(Buffer.concat(parts))).toBe(true);
});

test('a copy can request a checksum that its source lacks', async () => {
  const body = bytes(70_000, 4);
  await put('unsummed', body, { ChecksumAlgorithm: 'CRC32' });
  const { CopyObjectResult: made } = await copy('unsummed', 'summed', { ChecksumAlgorithm: 'SHA1' });
  expect(made?.ChecksumSHA1).toBe(createHash('sha1').update(body).digest('base64'));
});

test('conditions of a copy apply to its source and its target', async () => {
  const etag = await put('source', 'body');
  const { LastModified = new Date(0) } = await store.client.send(new HeadObjectCommand(at('source')));
  const earlier = new Date(LastModified.getTime() - 5000);
  const failed = { name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } };
  await copy('source', 'target', { CopySourceIfMatch: etag });
  await copy('source', 'target', { CopySourceIfMatch: etag, CopySourceIfUnmodifiedSince: earlier });
  await expect(copy('source', 'target', { CopySourceIfMatch: '"x"' })).rejects.toMatchObject(failed);
  await expect(copy('source', 'target', { CopySourceIfNoneMatch: etag })).rejects.toMatchObject(failed);
  await expect(
    copy('source', 'target', { CopySourceIfModifiedSince: new Date(LastModified.getTime() + 5000) }),
  ).rejects.toMatchObject(failed);
  await expect(copy('source', 'target', { CopySourceIfUnmodifiedSince: earlier })).rejects.toMatchObject(
    failed,
  );
  await expect(copy('source', 'target', { IfNoneMatch: '*' })).rejects.toMatchObject(failed);
  await copy('source', 'fresh', { IfNoneMatch: '*' });
  const before = (await store.blobs()).length;
  await expect(copy('source', 'fresh', { IfMatch: '"x"' })).rejects.toMatchObject(failed);
  await expect.poll(async () => (await store.blobs()).length).toBe(before);
});

test('invalid copies are rejected: missing source, unknown bucket, unchanged onto itself', async () => {
  await put('here', 'body');
  await expect(copy('nothing', 'x')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(copy('here', 'x', { CopySource: 'nowhere/here' })).rejects.toMatchObject({
    name: 'NoSuchBucket',
  });
  await expect(copy('here', 'x', { CopySource: 'here' })).rejects.toMatchObject({ name: 'InvalidArgument' });
  await expect(copy('here', 'x', { CopySource: `${BUCKET}/%ff` })).rejects.toMatchObject({
    name: 'InvalidArgument',
  });
  await expect(copy('here', 'x', { CopySource: `${BUCKET}/here?versionId=1` })).rejects.toMatchObject({
    name: 'NotImplemented',
  });
  await copy('here', 'x', { CopySource: `/${BUCKET}/here?versionId=null` });
  await expect(copy('here', 'here')).rejects.toMatchObject({ name: 'InvalidRequest' });
  expect((await read('here')).toString()).toBe('body');
});

test('a presigned copy works with its source in a header or in the URL', async () => {
  await put('presigned-source', 'body');
  const command = new CopyObjectCommand({ ...at('presigned'), CopySource: `${BUCKET}/presigned-source` });
  const url = await store.presign(command);
  const source = new URL(url).searchParams.has('x-amz-copy-source');
  const headers = source ? {} : { 'x-amz-copy-source': `${BUCKET}/presigned-source` };
  const answer = await fetch(url, { method: 'PUT', headers });
  expect([answer.status, await codeOf(answer)]).toEqual([200, undefined]);
  expect((await read('presigned')).toString()).toBe('body');
});

test('parts are copied as a whole or by range, with the checksum of the upload', async () => {
  const source = bytes(6 * MIB, 7);
  await put('part source %41 ü', source);
  const target = at('assembled');
  const { UploadId } = await store.client.send(
    new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'SHA256' }),
  );
  const CopySource = `${BUCKET}/${encodeURIComponent('part source %41 ü')}`;
  const base = { ...target, UploadId, CopySource };
  const first = await store.client.send(new UploadPartCopyCommand({ ...base, PartNumber: 1 }));
  expect(first.CopyPartResult?.ChecksumSHA256).toBe(createHash('sha256').update(source).digest('base64'));
  const range = { PartNumber: 2, CopySourceRange: 'bytes=1000-200999' };
  const second = await store.client.send(new UploadPartCopyCommand({ ...base, ...range }));
  const Parts = [first, second].map(({ CopyPartResult: part }, i) => ({
    PartNumber: i + 1,
    ETag: part?.ETag ?? '',
    ChecksumSHA256: part?.ChecksumSHA256 ?? '',
  }));
  await store.client.send(
    new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
  );
  expect((await read('assembled')).equals(Buffer.concat([source, source.subarray(1000, 201_000)]))).toBe(
    true,
  );
});

test('a part copy is rejected beyond the end of its source, or if conditions fail', async () => {
  const etag = await put('short', 'ten bytes!');
  const { UploadId } = await store.client.send(new CreateMultipartUploadCommand(at('short-copy')));
  const base = { ...at('short-copy'), UploadId, CopySource: `${BUCKET}/short`, PartNumber: 1 };
  for (const CopySourceRange of ['bytes=0-10', 'bytes=5-4', 'bytes=0-', 'bytes=-1', '0-1']) {
    const refused = store.client.send(new UploadPartCopyCommand({ ...base, CopySourceRange }));
    await expect(refused).rejects.toMatchObject({ name: 'InvalidArgument' });
  }
  const failing = store.client.send(new UploadPartCopyCommand({ ...base, CopySourceIfNoneMatch: etag }));
  await expect(failing).rejects.toMatchObject({ name: 'PreconditionFailed' });
  const gone = store.client.send(new UploadPartCopyCommand({ ...base, UploadId: 'gone' }));
  await expect(gone).rejects.toMatchObject({ name: 'NoSuchUpload' });
  await store.client.send(new UploadPartCopyCommand(base));
  await store.client.send(new AbortMultipartUploadCommand({ ...at('short-copy'), UploadId }));
});

test('objects are copied between buckets', async () => {
  await store.client.send(new CreateBucketCommand({ Bucket: 'elsewhere' }));
  await put('travels', 'body');
  await copy('travels', 'arrived', { Bucket: 'elsewhere' });
  expect((await read('arrived', 'elsewhere')).toString()).toBe('body');
});
