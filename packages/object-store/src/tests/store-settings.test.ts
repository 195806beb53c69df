import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteBucketLifecycleCommand,
  DeleteObjectCommand,
  DeleteObjectTaggingCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { DAY_MS, MIB } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, bytes, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({ limits: { sweepIntervalMs: 50, uploadLifetimeMs: 400 * DAY_MS } });
});
afterAll(() => store.close());

const at = (key: string) => ({ Bucket: BUCKET, Key: key });
const put = (key: string, more: object = {}) =>
  store.client.send(new PutObjectCommand({ ...at(key), Body: 'body', ...more }));
const tagsOf = async (key: string) =>
  (await store.client.send(new GetObjectTaggingCommand(at(key)))).TagSet ?? [];
const setTags = (key: string, tags: Readonly<Record<string, string>>) => {
  const TagSet = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  return store.client.send(new PutObjectTaggingCommand({ ...at(key), Tagging: { TagSet } }));
};

test('tags are set with the object or later, counted, replaced and removed, and change nothing else', async () => {
  await put('tagged', { Tagging: 'a=1&b+c=x%2By' });
  expect(await tagsOf('tagged')).toEqual([
    { Key: 'a', Value: '1' },
    { Key: 'b c', Value: 'x+y' },
  ]);
  const before = await store.client.send(new HeadObjectCommand(at('tagged')));
  await setTags('tagged', { only: 'one' });
  expect(await tagsOf('tagged')).toEqual([{ Key: 'only', Value: 'one' }]);
  const got = await store.client.send(new GetObjectCommand(at('tagged')));
  expect(await got.Body?.transformToString()).toBe('body');
  expect(got).toMatchObject({ TagCount: 1, ETag: before.ETag, LastModified: before.LastModified });
  await store.restart();
  expect(await tagsOf('tagged')).toEqual([{ Key: 'only', Value: 'one' }]);
  await store.client.send(new DeleteObjectTaggingCommand(at('tagged')));
  expect(await tagsOf('tagged')).toEqual([]);
});

test('tags that S3 would reject are rejected, and those of missing objects are not found', async () => {
  await put('strict');
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`k${i}`, 'v']));
  await expect(setTags('strict', many)).rejects.toMatchObject({ name: 'BadRequest' });
  for (const tags of [
    { '': 'v' },
    { ['k'.repeat(129)]: 'v' },
    { k: 'v'.repeat(257) },
    { 'a<b': 'v' },
    { 'aws:x': 'v' },
  ]) {
    await expect(setTags('strict', tags)).rejects.toMatchObject({ name: 'InvalidTag' });
  }
  await expect(put('strict', { Tagging: 'a=1&a=2' })).rejects.toMatchObject({ name: 'InvalidTag' });
  await expect(setTags('absent', { a: 'b' })).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(tagsOf('absent')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await setTags('strict', { ['k'.repeat(128)]: 'v'.repeat(256) });
});

test('attributes contain size, checksum and the parts with a checksum', async () => {
  await put('attributes', { ChecksumAlgorithm: 'CRC64NVME' });
  const asked = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'] as const;
  const ask = (key: string, more: object = {}) =>
    store.client.send(new GetObjectAttributesCommand({ ...at(key), ObjectAttributes: [...asked], ...more }));
  const plain = await ask('attributes');
  expect(plain).toMatchObject({
    ObjectSize: 4,
    StorageClass: 'STANDARD',
    Checksum: { ChecksumCRC64NVME: expect.any(String), ChecksumType: 'FULL_OBJECT' },
  });
  expect(plain.ETag).toMatch(/^[0-9a-f]{32}/);
  expect(plain.ObjectParts).toBeUndefined();

  const target = at('attributes-multipart');
  const { UploadId } = await store.client.send(
    new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'SHA256', Tagging: 'multi=part' }),
  );
  const Parts = [];
  for (const PartNumber of [1, 2, 3]) {
    const Body = bytes(PartNumber === 3 ? 10 : 5 * MIB, PartNumber);
    const part = await store.client.send(
      new UploadPartCommand({ ...target, UploadId, PartNumber, Body, ChecksumAlgorithm: 'SHA256' }),
    );
    Parts.push({ PartNumber, ETag: part.ETag ?? '', ChecksumSHA256: part.ChecksumSHA256 ?? '' });
  }
  await store.client.send(
    new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
  );
  const page = await ask(target.Key, { MaxParts: 1, PartNumberMarker: '1' });
  expect(page.ObjectParts).toMatchObject({ TotalPartsCount: 3, IsTruncated: true });
  expect(page.ObjectParts?.Parts).toMatchObject([{ PartNumber: 2, Size: 5 * MIB }]);
  expect(await tagsOf(target.Key)).toEqual([{ Key: 'multi', Value: 'part' }]);
  await expect(ask('absent')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

const rule = (more: object) => ({
  ID: 'end uploads',
  Status: 'Enabled' as const,
  Filter: { Prefix: 'tmp/' },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: 3 },
  ...more,
});
const setLifecycle = (rules: object[], Bucket = BUCKET) =>
  store.client.send(
    new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: rules as never } }),
  );

test('a lifecycle rule is stored, returned, and applied to its uploads', async () => {
  const lifecycle = () => store.client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: BUCKET }));
  await expect(lifecycle()).rejects.toMatchObject({ name: 'NoSuchLifecycleConfiguration' });
  await setLifecycle([rule({}), rule({ ID: 'off', Status: 'Disabled', Filter: { Prefix: '' } })]);
  await store.restart();
  expect((await lifecycle()).Rules).toMatchObject([rule({}), { ID: 'off', Status: 'Disabled' }]);

  const begin = (Key: string) => store.client.send(new CreateMultipartUploadCommand(at(Key)));
  const doomed = await begin('tmp/doomed');
  const kept = await begin('kept');
  expect(doomed.AbortRuleId).toBe('end%20uploads');
  expect(doomed.AbortDate?.getTime()).toBe(Math.ceil((Date.now() + 3 * DAY_MS - 5000) / DAY_MS) * DAY_MS);
  expect(kept.AbortDate).toBeUndefined();
  const uploads = async () => {
    const listed = await store.client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
    return (listed.Uploads ?? []).map((upload) => upload.Key);
  };
  expect(await uploads()).toEqual(['kept', 'tmp/doomed']);
  const late = store.clientWith({ systemClockOffset: 4 * DAY_MS });
  store.shiftClock(4 * DAY_MS);
  await expect
    .poll(async () => (await late.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }))).Uploads?.length)
    .toBe(1);
  store.shiftClock(0);
  expect(await uploads()).toEqual(['kept']);
  await store.client.send(new DeleteBucketLifecycleCommand({ Bucket: BUCKET }));
  await expect(lifecycle()).rejects.toMatchObject({ name: 'NoSuchLifecycleConfiguration' });
});

test('unsupported lifecycle rules are rejected', async () => {
  const refused = async (more: object) => setLifecycle([rule(more)]);
  await expect(refused({ Expiration: { Days: 1 } })).rejects.toMatchObject({ name: 'NotImplemented' });
  await expect(refused({ Filter: { Tag: { Key: 'a', Value: 'b' } } })).rejects.toMatchObject({
    name: 'NotImplemented',
  });
  await expect(refused({ Status: 'Perhaps' })).rejects.toMatchObject({ name: 'MalformedXML' });
  await expect(refused({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 0 } })).rejects.toMatchObject(
    {
      name: 'InvalidArgument',
    },
  );
  await expect(setLifecycle([rule({}), rule({})])).rejects.toMatchObject({ name: 'InvalidArgument' });
  await expect(setLifecycle([rule({})], 'absent')).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

test('an empty bucket can be deleted, with its uploads, and created again', async () => {
  const Bucket = 'fleeting';
  const target = { Bucket, Key: 'key' };
  await store.client.send(new CreateBucketCommand({ Bucket }));
  await store.client.send(new PutObjectCommand({ ...target, Body: 'x' }));
  const remove = () => store.client.send(new DeleteBucketCommand({ Bucket }));
  await expect(remove()).rejects.toMatchObject({
    name: 'BucketNotEmpty',
    $metadata: { httpStatusCode: 409 },
  });
  await store.client.send(new DeleteObjectCommand(target));
  const { UploadId } = await store.client.send(new CreateMultipartUploadCommand(target));
  await store.client.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'x' }));
  const blobs = (await store.blobs()).length;
  await remove();
  await expect(remove()).rejects.toMatchObject({ name: 'NoSuchBucket', BucketName: Bucket });
  await expect.poll(async () => (await store.blobs()).length).toBe(blobs - 1);
  const part = store.client.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'x' }));
  await expect(part).rejects.toMatchObject({ name: 'NoSuchBucket' });
  await store.restart();
  const { Buckets } = await store.client.send(new ListBucketsCommand({}));
  expect(Buckets?.map((bucket) => bucket.Name)).not.toContain(Bucket);
  await store.client.send(new CreateBucketCommand({ Bucket }));
  await store.client.send(new PutObjectCommand({ ...target, Body: 'x' }));
  await store.client.send(new DeleteObjectCommand(target));
});

test('a write to a bucket that is being removed is either stored or rejected', async () => {
  const Bucket = 'contested';
  for (let round = 0; round < 20; round += 1) {
    await store.client.send(new CreateBucketCommand({ Bucket })).catch(() => undefined);
    const writes = Array.from({ length: 4 }, (_, i) =>
      store.client.send(new PutObjectCommand({ Bucket, Key: `k${i}`, Body: 'x' })).then(
        () => `k${i}`,
        (error) => String(error.name),
      ),
    );
    const removed = await store.client.send(new DeleteBucketCommand({ Bucket })).then(
      () => true,
      () => false,
    );
    const outcomes = await Promise.all(writes);
    const left = removed
      ? []
      : ((await store.client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(
          ({ Key }) => Key,
        );
    expect(outcomes.filter((name) => name !== 'NoSuchBucket')).toEqual(left);
    for (const Key of left) await store.client.send(new DeleteObjectCommand({ Bucket, Key }));
  }
});

test('versioning is reported as off and cannot be enabled', async () => {
  const answer = await store.client.send(new GetBucketVersioningCommand({ Bucket: BUCKET }));
  expect(answer.Status).toBeUndefined();
  const on = new PutBucketVersioningCommand({
    Bucket: BUCKET,
    VersioningConfiguration: { Status: 'Enabled' },
  });
  await expect(store.client.send(on)).rejects.toMatchObject({
    name: 'NotImplemented',
    Parameter: 'versioning',
  });
  await put('unversioned');
  const got = await store.client.send(new GetObjectCommand({ ...at('unversioned'), VersionId: 'null' }));
  expect(await got.Body?.transformToString()).toBe('body');
});
