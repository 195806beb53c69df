import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  ChecksumAlgorithm,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, bytes, type LiveStore, REGION, startLiveStore } from '../testing/live-store.world.ts';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore();
});
afterAll(() => store.close());

const at = (key: string) => ({ Bucket: BUCKET, Key: key });

async function put(key: string, body: Buffer | string): Promise<string> {
  const result = await store.client.send(new PutObjectCommand({ ...at(key), Body: body }));
  return result.ETag ?? '';
}

async function read(key: string, more: object = {}): Promise<Buffer> {
  const result = await store.client.send(new GetObjectCommand({ ...at(key), ...more }));
  return Buffer.from((await result.Body?.transformToByteArray()) ?? []);
}

test('an object is returned byte for byte, with its type, metadata and headers', async () => {
  const body = bytes(300_001);
  await store.client.send(
    new PutObjectCommand({
      ...at('a/b c/ü+%/😀.bin'),
      Body: body,
      ContentType: 'image/png',
      CacheControl: 'max-age=5',
      ContentLanguage: 'de',
      Metadata: { coffer: 'value', other: 'a b' },
    }),
  );
  const result = await store.client.send(new GetObjectCommand(at('a/b c/ü+%/😀.bin')));
  expect(Buffer.from((await result.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
  expect(result).toMatchObject({
    ContentType: 'image/png',
    CacheControl: 'max-age=5',
    ContentLanguage: 'de',
    ContentLength: 300_001,
    AcceptRanges: 'bytes',
    ContentDisposition: 'attachment',
    Metadata: { coffer: 'value', other: 'a b' },
  });
  const head = await store.client.send(new HeadObjectCommand(at('a/b c/ü+%/😀.bin')));
  expect(head).toMatchObject({
    ContentLength: 300_001,
    ETag: result.ETag,
    Metadata: { coffer: 'value', other: 'a b' },
  });
});

test('empty objects and keys that look like parent folders are stored', async () => {
  await put('empty', '');
  expect((await read('empty')).length).toBe(0);
  for (const key of [
    '..',
    '../../../../tmp/x',
    '/etc/passwd',
    'a//b',
    './a',
    'con',
    'a\\b',
    'a\u0001b',
    '%2e%2e',
  ]) {
    await put(key, key);
    expect((await read(key)).toString()).toBe(key);
    await store.client.send(new DeleteObjectCommand(at(key)));
  }
});

test('the ETag is the MD5 if no SHA-256 was verified, and opaque otherwise', async () => {
  const body = bytes(1000);
  const md5 = createHash('md5').update(body).digest('hex');
  const plain = await store.client.send(
    new PutObjectCommand({ ...at('etag'), Body: body, ChecksumAlgorithm: 'CRC32' }),
  );
  expect(plain.ETag).toMatch(/^"[0-9a-f]{32}(-1)?"$/);
  const url = await store.presign(new PutObjectCommand(at('etag')));
  const unsigned = await fetch(url, { method: 'PUT', body });
  expect(unsigned.headers.get('etag')).toBe(`"${md5}"`);
  const sha256 = createHash('sha256').update(body).digest('base64');
  const bound = await store.client.send(
    new PutObjectCommand({ ...at('etag'), Body: body, ChecksumSHA256: sha256 }),
  );
  expect(bound.ETag).toMatch(/^"[0-9a-f]{32}-1"$/);
});

test('a stream of unknown checksum uses the trailer and is stored unchanged', async () => {
  const body = bytes(1_000_003, 5);
  const pieces = Readable.from([body.subarray(0, 70_000), body.subarray(70_000)]);
  const result = await store.client.send(
    new PutObjectCommand({
      ...at('stream'),
      Body: pieces,
      ContentLength: body.length,
      ChecksumAlgorithm: 'CRC32C',
    }),
  );
  expect(result.ChecksumCRC32C).toMatch(/^[\w+/]{6}==$/);
  expect((await read('stream')).equals(body)).toBe(true);
  const head = await store.client.send(new HeadObjectCommand({ ...at('stream'), ChecksumMode: 'ENABLED' }));
  expect(head).toMatchObject({ ChecksumCRC32C: result.ChecksumCRC32C, ChecksumType: 'FULL_OBJECT' });
  expect(head.ContentEncoding).toBeUndefined();
});

const ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;

test.each(ALGORITHMS)('%s is verified, stored, and returned on request', async (algorithm) => {
  expect(Object.values(ChecksumAlgorithm)).toContain(algorithm);
  const field = `Checksum${algorithm}`;
  const key = `checksum/${algorithm}`;
  const body = bytes(100_000, 9);
  const sent = await store.client.send(
    new PutObjectCommand({ ...at(key), Body: body, ChecksumAlgorithm: algorithm }),
  );
  expect(sent).toHaveProperty(field);
  const value: unknown = Reflect.get(sent, field);
  const head = await store.client.send(new HeadObjectCommand({ ...at(key), ChecksumMode: 'ENABLED' }));
  expect(head).toMatchObject({ [field]: value, ChecksumType: 'FULL_OBJECT' });
  expect(await store.client.send(new HeadObjectCommand(at(key)))).not.toHaveProperty(field, value);
  const ranged = new GetObjectCommand({ ...at(key), ChecksumMode: 'ENABLED', Range: 'bytes=0-9' });
  const part = await store.client.send(ranged);
  expect(part).not.toHaveProperty(field, value);
  expect(Buffer.from((await part.Body?.transformToByteArray()) ?? []).equals(body.subarray(0, 10))).toBe(
    true,
  );

  const other = await store.client.send(
    new PutObjectCommand({ ...at('other'), Body: 'x', ChecksumAlgorithm: algorithm }),
  );
  const wrong = new PutObjectCommand({ ...at(key), Body: bytes(10), [field]: Reflect.get(other, field) });
  await expect(store.client.send(wrong)).rejects.toMatchObject({ name: 'BadDigest' });
  expect((await read(key)).equals(body)).toBe(true);
});

test('Content-MD5 is verified', async () => {
  const body = Buffer.from('some bytes');
  const right = createHash('md5').update(body).digest('base64');
  await store.client.send(new PutObjectCommand({ ...at('md5'), Body: body, ContentMD5: right }));
  const wrong = createHash('md5').update('other').digest('base64');
  const bad = new PutObjectCommand({ ...at('md5'), Body: body, ContentMD5: wrong });
  await expect(store.client.send(bad)).rejects.toMatchObject({ name: 'BadDigest' });
  const malformed = new PutObjectCommand({ ...at('md5'), Body: body, ContentMD5: 'abc' });
  await expect(store.client.send(malformed)).rejects.toMatchObject({ name: 'InvalidDigest' });
});

test('ranges: first, middle, suffix, open, and unsatisfiable', async () => {
  const body = bytes(1000, 3);
  await put('range', body);
  expect((await read('range', { Range: 'bytes=0-0' })).equals(body.subarray(0, 1))).toBe(true);
  expect((await read('range', { Range: 'bytes=10-19' })).equals(body.subarray(10, 20))).toBe(true);
  expect((await read('range', { Range: 'bytes=-7' })).equals(body.subarray(-7))).toBe(true);
  expect((await read('range', { Range: 'bytes=990-' })).equals(body.subarray(990))).toBe(true);
  const result = await store.client.send(new GetObjectCommand({ ...at('range'), Range: 'bytes=990-2000' }));
  expect(result).toMatchObject({ ContentRange: 'bytes 990-999/1000', ContentLength: 10 });
  await result.Body?.transformToByteArray();
  const failed = await store.client
    .send(new GetObjectCommand({ ...at('range'), Range: 'bytes=1000-' }))
    .catch((e) => e);
  expect(failed).toMatchObject({ name: 'InvalidRange', $metadata: { httpStatusCode: 416 } });
});

test('conditional reads are evaluated', async () => {
  const etag = await put('conditions', 'body');
  const head = await store.client.send(new HeadObjectCommand(at('conditions')));
  const modified = head.LastModified ?? new Date(0);
  const before = new Date(modified.getTime() - 5000);
  const status = async (more: object) => {
    const sent = store.client.send(new GetObjectCommand({ ...at('conditions'), ...more }));
    return sent.then(
      async (result) => {
        await result.Body?.transformToByteArray();
        return 200;
      },
      (error) => error.$metadata?.httpStatusCode,
    );
  };
  expect(await status({ IfMatch: etag })).toBe(200);
  expect(await status({ IfMatch: '"other"' })).toBe(412);
  expect(await status({ IfMatch: '*' })).toBe(200);
  expect(await status({ IfNoneMatch: etag })).toBe(304);
  expect(await status({ IfNoneMatch: '"other"' })).toBe(200);
  expect(await status({ IfModifiedSince: modified })).toBe(304);
  expect(await status({ IfModifiedSince: before })).toBe(200);
  expect(await status({ IfUnmodifiedSince: modified })).toBe(200);
  expect(await status({ IfUnmodifiedSince: before })).toBe(412);
  expect(await status({ IfMatch: etag, IfUnmodifiedSince: before })).toBe(200);
  expect(await status({ IfNoneMatch: '"other"', IfModifiedSince: modified })).toBe(200);
});

test('conditional writes are evaluated', async () => {
  const first = new PutObjectCommand({ ...at('once'), Body: '1', IfNoneMatch: '*' });
  const { ETag: etag } = await store.client.send(first);
  await expect(store.client.send(first)).rejects.toMatchObject({ name: 'PreconditionFailed' });
  const second = (match: string) => new PutObjectCommand({ ...at('once'), Body: '2', IfMatch: match });
  await expect(store.client.send(second('"other"'))).rejects.toMatchObject({ name: 'PreconditionFailed' });
  await store.client.send(second(etag ?? ''));
  expect((await read('once')).toString()).toBe('2');
  const absent = new PutObjectCommand({ ...at('never'), Body: '2', IfMatch: '"x"' });
  await expect(store.client.send(absent)).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('of many writers that must be first, one succeeds', async () => {
  const attempts = Array.from({ length: 8 }, (_, i) =>
    store.client.send(new PutObjectCommand({ ...at('race'), Body: bytes(50_000, i), IfNoneMatch: '*' })).then(
      () => i,
      (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
    ),
  );
  const outcomes = await Promise.all(attempts);
  const winners = outcomes.filter((outcome) => typeof outcome === 'number');
  expect(winners).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'PreconditionFailed')).toHaveLength(7);
  expect((await read('race')).equals(bytes(50_000, Number(winners[0])))).toBe(true);
});

test('concurrent writes of one key leave one complete object, and no blob of the others', async () => {
  const own = await startLiveStore();
  try {
    const write = (i: number) =>
      own.client.send(new PutObjectCommand({ ...at('same'), Body: bytes(200_000, i) }));
    await Promise.all(Array.from({ length: 12 }, (_, i) => write(i)));
    const result = await own.client.send(new GetObjectCommand(at('same')));
    const body = Buffer.from((await result.Body?.transformToByteArray()) ?? []);
    expect(Array.from({ length: 12 }, (_, i) => bytes(200_000, i)).some((each) => each.equals(body))).toBe(
      true,
    );
    await expect.poll(async () => (await own.blobs()).length).toBe(1);
  } finally {
    await own.close();
  }
});

test('a reader gets the object that it opened, even if that is overwritten or removed meanwhile', async () => {
  const body = bytes(8_000_000, 4);
  await put('overwritten', body);
  const result = await store.client.send(new GetObjectCommand(at('overwritten')));
  await put('overwritten', 'new');
  await store.client.send(new DeleteObjectCommand(at('overwritten')));
  const received = Buffer.from((await result.Body?.transformToByteArray()) ?? []);
  expect(received.equals(body)).toBe(true);
});

test('deleting twice and deleting a missing key succeed', async () => {
  await put('gone', 'x');
  await store.client.send(new DeleteObjectCommand(at('gone')));
  await store.client.send(new DeleteObjectCommand(at('gone')));
  await expect(read('gone')).rejects.toMatchObject({ name: 'NoSuchKey' });
  const head = await store.client.send(new HeadObjectCommand(at('gone'))).catch((e) => e);
  expect(head).toMatchObject({ name: 'NotFound', $metadata: { httpStatusCode: 404 } });
});

test('one request deletes many objects', async () => {
  const keys = ['many/a', 'many/<&>', 'many/ö 1', 'many/ trailing '];
  for (const key of keys) await put(key, 'x');
  const result = await store.client.send(
    new DeleteObjectsCommand({
      Bucket: BUCKET,
      Delete: { Objects: [...keys, 'many/never'].map((Key) => ({ Key })) },
    }),
  );
  expect(result.Deleted?.map((each) => each.Key)).toEqual([...keys, 'many/never']);
  const left = await store.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: 'many/' }));
  expect(left.KeyCount).toBe(0);
});

test('listing supports pages, prefix, delimiter, start-after, encoding, and version 1', async () => {
  await store.client.send(new CreateBucketCommand({ Bucket: 'listing' }));
  const keys = ['a', 'b/1', 'b/2', 'b/c/3', 'd e/ö', 'd e/<x>', 'z'];
  for (const key of keys)
    await store.client.send(new PutObjectCommand({ Bucket: 'listing', Key: key, Body: 'x' }));
  const listed: string[] = [];
  for await (const page of paginateListObjectsV2(
    { client: store.client, pageSize: 2 },
    { Bucket: 'listing' },
  )) {
    listed.push(...(page.Contents ?? []).map((each) => each.Key ?? ''));
  }
  expect(listed).toEqual([...keys].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  const folder = await store.client.send(new ListObjectsV2Command({ Bucket: 'listing', Delimiter: '/' }));
  expect(folder.CommonPrefixes?.map((each) => each.Prefix)).toEqual(['b/', 'd e/']);
  expect(folder.Contents).toMatchObject([{ Key: 'a', Size: 1, StorageClass: 'STANDARD' }, { Key: 'z' }]);
  const after = new ListObjectsV2Command({
    Bucket: 'listing',
    StartAfter: 'b/2',
    MaxKeys: 1,
    EncodingType: 'url',
  });
  expect(await store.client.send(after)).toMatchObject({
    IsTruncated: true,
    KeyCount: 1,
    Contents: [{ Key: 'b/c/3' }],
  });
  const old = await store.client.send(
    new ListObjectsCommand({ Bucket: 'listing', Prefix: 'b/', Delimiter: '/' }),
  );
  expect(old).toMatchObject({ IsTruncated: false, CommonPrefixes: [{ Prefix: 'b/c/' }] });
  const bad = new ListObjectsV2Command({ Bucket: 'listing', ContinuationToken: '***' });
  await expect(store.client.send(bad)).rejects.toMatchObject({ name: 'InvalidArgument' });
});

test('buckets are created once, listed and located, and missing ones reported', async () => {
  await store.client.send(new CreateBucketCommand({ Bucket: 'fresh' }));
  const again = store.client.send(new CreateBucketCommand({ Bucket: 'fresh' }));
  await expect(again).rejects.toMatchObject({ name: 'BucketAlreadyOwnedByYou' });
  const { Buckets: buckets } = await store.client.send(new ListBucketsCommand({}));
  expect(buckets?.map((each) => each.Name)).toContain('fresh');
  expect(await store.client.send(new HeadBucketCommand({ Bucket: 'fresh' }))).toMatchObject({
    BucketRegion: REGION,
  });
  const location = await store.client.send(new GetBucketLocationCommand({ Bucket: 'fresh' }));
  expect(location.LocationConstraint).toBe(REGION);
  await expect(store.client.send(new HeadBucketCommand({ Bucket: 'absent' }))).rejects.toMatchObject({
    name: 'NotFound',
  });
  const write = store.client.send(new PutObjectCommand({ Bucket: 'absent', Key: 'a', Body: 'x' }));
  await expect(write).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

test('objects, metadata and checksums are the same after a restart', async () => {
  const own = await startLiveStore();
  try {
    await own.client.send(
      new PutObjectCommand({
        ...at('kept'),
        Body: 'body',
        Metadata: { a: 'b' },
        ChecksumAlgorithm: 'CRC64NVME',
      }),
    );
    const describe = async () => {
      const head = await own.client.send(new HeadObjectCommand({ ...at('kept'), ChecksumMode: 'ENABLED' }));
      const list = await own.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
      return { ...head, $metadata: undefined, contents: list.Contents };
    };
    const before = await describe();
    await own.restart();
    expect(await describe()).toEqual(before);
    expect(before.ChecksumCRC64NVME).toBeDefined();
  } finally {
    await own.close();
  }
});
