import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { HOUR_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, CREDENTIAL, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';

const PAIRS = {
  reader: { accessKeyId: 'READER', secretAccessKey: 'secret of the reader', access: 'read' as const },
  guest: {
    accessKeyId: 'GUEST',
    secretAccessKey: 'secret of the guest!',
    access: 'read-write' as const,
    buckets: ['shared'],
  },
};

let store: LiveStore;
let reader: S3Client;
let guest: S3Client;
beforeAll(async () => {
  store = await startLiveStore({
    credentials: [CREDENTIAL, PAIRS.reader, PAIRS.guest],
    buckets: [BUCKET, 'shared'],
  });
  reader = store.clientWith({ credentials: PAIRS.reader });
  guest = store.clientWith({ credentials: PAIRS.guest });
  for (const Bucket of [BUCKET, 'shared']) {
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'there', Body: 'body' }));
  }
});
afterAll(() => store.close());

const DENIED = { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } };

test('a read-only key pair reads everything and changes nothing', async () => {
  const got = await reader.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'there' }));
  expect(await got.Body?.transformToString()).toBe('body');
  await reader.send(new ListObjectsV2Command({ Bucket: 'shared' }));
  const target = { Bucket: BUCKET, Key: 'there' };
  const writes = [
    new PutObjectCommand({ ...target, Body: 'x' }),
    new DeleteObjectCommand(target),
    new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [{ Key: 'there' }] } }),
    new CopyObjectCommand({ ...target, Key: 'copy', CopySource: `${BUCKET}/there` }),
    new CreateMultipartUploadCommand(target),
    new CreateBucketCommand({ Bucket: 'another' }),
    new DeleteBucketCommand({ Bucket: 'shared' }),
  ];
  for (const write of writes) await expect(reader.send(write as never)).rejects.toMatchObject(DENIED);
  const url = await store.presign(new PutObjectCommand(target));
  expect(url).toContain(CREDENTIAL.accessKeyId);
});

test('a key pair for one bucket uses it, and cannot discover others', async () => {
  await guest.send(new PutObjectCommand({ Bucket: 'shared', Key: 'guest', Body: 'x' }));
  await guest.send(new DeleteObjectCommand({ Bucket: 'shared', Key: 'guest' }));
  const { Buckets } = await guest.send(new ListBucketsCommand({}));
  expect(Buckets?.map((bucket) => bucket.Name)).toEqual(['shared']);
  const elsewhere = (Bucket: string) => guest.send(new GetObjectCommand({ Bucket, Key: 'there' }));
  await expect(elsewhere(BUCKET)).rejects.toMatchObject(DENIED);
  await expect(elsewhere('no-such-bucket')).rejects.toMatchObject(DENIED);
  await expect(guest.send(new HeadBucketCommand({ Bucket: BUCKET }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
  const copy = new CopyObjectCommand({ Bucket: 'shared', Key: 'stolen', CopySource: `${BUCKET}/there` });
  await expect(guest.send(copy)).rejects.toMatchObject(DENIED);
  await expect(guest.send(new DeleteBucketCommand({ Bucket: 'shared' }))).rejects.toMatchObject(DENIED);
  const cors = new PutBucketCorsCommand({
    Bucket: 'shared',
    CORSConfiguration: { CORSRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'] }] },
  });
  await expect(guest.send(cors)).rejects.toMatchObject(DENIED);
});

test('the key pair without limits has all permissions', async () => {
  await store.client.send(new CreateBucketCommand({ Bucket: 'another' }));
  const { $metadata } = await store.client.send(new DeleteBucketCommand({ Bucket: 'another' }));
  expect($metadata.httpStatusCode).toBe(204);
});

async function errorText(client: S3Client, key: string): Promise<string> {
  const failed = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key })).then(
    () => '',
    (error) => JSON.stringify(error),
  );
  return failed;
}

test('an error contains its code, resource, request id and details', async () => {
  const missing = store.client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a<b>&c' }));
  await expect(missing).rejects.toMatchObject({
    name: 'NoSuchKey',
    Key: 'a<b>&c',
    Resource: `/${BUCKET}/a<b>&c`,
    RequestId: expect.stringMatching(/^[0-9A-F]{16}$/),
    message: 'The specified key does not exist.',
  });
  const range = new GetObjectCommand({ Bucket: BUCKET, Key: 'there', Range: 'bytes=9-' });
  await expect(store.client.send(range)).rejects.toMatchObject({
    name: 'InvalidRange',
    RangeRequested: 'bytes=9-',
    ActualObjectSize: '4',
  });
});

test('a wrong clock is reported, with both times', async () => {
  store.shiftClock(HOUR_MS);
  const text = await errorText(store.clientWith({}), 'there');
  store.shiftClock(0);
  expect(text).toContain('RequestTimeTooSkewed');
  expect(text).toMatch(/"ServerTime":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/);
  expect(text).toContain('"MaxAllowedSkewMilliseconds":"900000"');
});
