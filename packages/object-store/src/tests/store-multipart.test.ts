import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type ChecksumAlgorithm,
  type ChecksumType,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { DAY_MS } from '@coffer/kit';
import { processorMsWhile } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestOf } from '../checksum/digests.ts';
import { BUCKET, bytes, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';

const PART_BYTES = 100_000;
const LIMITS = { partBytesMin: PART_BYTES };

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({ limits: LIMITS });
});
afterAll(() => store.close());

const at = (key: string) => ({ Bucket: BUCKET, Key: key });

async function create(
  key: string,
  more: { ChecksumAlgorithm?: ChecksumAlgorithm; ChecksumType?: ChecksumType } = {},
) {
  // Otherwise the client declares CRC32.
  const client = more.ChecksumAlgorithm === undefined ? plainClient() : store.client;
  const result = await client.send(new CreateMultipartUploadCommand({ ...at(key), ...more }));
  return { ...at(key), UploadId: result.UploadId ?? '' };
}

type Upload = Awaited<ReturnType<typeof create>>;

let plain: ReturnType<LiveStore['clientWith']> | undefined;
function plainClient() {
  plain ??= store.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  return plain;
}

async function part(target: Upload, [PartNumber, Body]: readonly [number, Buffer], more: object = {}) {
  const { ETag } = await plainClient().send(new UploadPartCommand({ ...target, PartNumber, Body, ...more }));
  return { PartNumber, ETag } satisfies CompletedPart;
}

function complete(target: Upload, Parts: CompletedPart[], more: object = {}) {
  const command = new CompleteMultipartUploadCommand({
    ...target,
    MultipartUpload: { Parts },
    ...more,
  });
  return store.client.send(command);
}

async function read(key: string, more: object = {}): Promise<Buffer> {
  const result = await store.client.send(new GetObjectCommand({ ...at(key), ...more }));
  return Buffer.from((await result.Body?.transformToByteArray()) ?? []);
}

test('parts become one object, in any order of arrival, with ranges across parts', async () => {
  const body = bytes(PART_BYTES * 3 + 17);
  const upload = await create('whole');
  const slice = (number: number) => body.subarray((number - 1) * PART_BYTES, number * PART_BYTES);
  const parts = new Map<number, CompletedPart>();
  for (const number of [4, 2, 1, 3]) parts.set(number, await part(upload, [number, slice(number)]));
  const ordered = [1, 2, 3, 4].map((number) => parts.get(number) ?? {});
  const result = await complete(upload, ordered);
  expect(result.ETag).toMatch(/^"[0-9a-f]{32}-4"$/);
  expect((await read('whole')).equals(body)).toBe(true);
  const seam = await read('whole', { Range: `bytes=${PART_BYTES - 5}-${PART_BYTES * 2 + 4}` });
  expect(seam.equals(body.subarray(PART_BYTES - 5, PART_BYTES * 2 + 5))).toBe(true);
  expect((await read('whole', { Range: 'bytes=-20' })).equals(body.subarray(-20))).toBe(true);
  expect((await read('whole', { PartNumber: 2 })).equals(slice(2))).toBe(true);
  const head = await store.client.send(new HeadObjectCommand({ ...at('whole'), PartNumber: 4 }));
  expect(head).toMatchObject({ PartsCount: 4, ContentLength: 17 });
});

const md5 = (data: Buffer) => createHash('md5').update(data).digest();

test('the ETag of parts with MD5 equals that of Amazon S3', async () => {
  const upload = await create('etag');
  const bodies = [bytes(PART_BYTES, 1), bytes(10, 2)];
  const parts = [];
  for (const [i, body] of bodies.entries()) {
    const url = await store.presign(new UploadPartCommand({ ...upload, PartNumber: i + 1 }));
    const sent = await fetch(url, { method: 'PUT', body });
    parts.push({ PartNumber: i + 1, ETag: sent.headers.get('etag') ?? '' });
  }
  const expected = md5(Buffer.concat(bodies.map(md5))).toString('hex');
  expect((await complete(upload, parts)).ETag).toBe(`"${expected}-2"`);
});

test('a part sent again replaces the first, whose ETag is no longer accepted', async () => {
  const upload = await create('again');
  const first = await part(upload, [1, bytes(1000, 1)]);
  const second = await part(upload, [1, bytes(2000, 2)]);
  await expect(complete(upload, [first])).rejects.toMatchObject({ name: 'InvalidPart' });
  await complete(upload, [second]);
  expect((await read('again')).equals(bytes(2000, 2))).toBe(true);
});

test('Complete can be repeated and gives the same response, also after a restart and in parallel', async () => {
  const own = await startLiveStore({ limits: LIMITS });
  try {
    const started = await own.client.send(new CreateMultipartUploadCommand(at('twice')));
    const base = { ...at('twice'), UploadId: started.UploadId ?? '' };
    const sent = await own.client.send(new UploadPartCommand({ ...base, PartNumber: 1, Body: bytes(10) }));
    const listed = {
      Parts: [{ PartNumber: 1, ETag: sent.ETag ?? '', ChecksumCRC32: sent.ChecksumCRC32 ?? '' }],
    };
    const command = new CompleteMultipartUploadCommand({ ...base, MultipartUpload: listed });
    const [one, two] = await Promise.all([own.client.send(command), own.client.send(command)]);
    await own.restart();
    const three = await own.client.send(command);
    expect([two.ETag, three.ETag]).toEqual([one.ETag, one.ETag]);
    expect([two.ChecksumCRC32, three.ChecksumCRC32]).toEqual([one.ChecksumCRC32, one.ChecksumCRC32]);
    await own.client.send(new PutObjectCommand({ ...at('twice'), Body: 'replaced' }));
    await expect(own.client.send(command)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  } finally {
    await own.close();
  }
});

test('parts omitted from Complete are removed, and no others', async () => {
  const own = await startLiveStore({ limits: LIMITS });
  try {
    const started = await own.client.send(new CreateMultipartUploadCommand(at('left')));
    const base = { ...at('left'), UploadId: started.UploadId ?? '' };
    const sent = [];
    for (const PartNumber of [1, 2, 3]) {
      const { ETag } = await own.client.send(
        new UploadPartCommand({ ...base, PartNumber, Body: bytes(PART_BYTES) }),
      );
      sent.push({ PartNumber, ETag: ETag ?? '' });
    }
    const MultipartUpload = { Parts: sent.filter(({ PartNumber }) => PartNumber !== 2) };
    await own.client.send(new CompleteMultipartUploadCommand({ ...base, MultipartUpload }));
    await expect.poll(async () => (await own.blobs()).length).toBe(2);
    const head = await own.client.send(new HeadObjectCommand(at('left')));
    expect(head.ContentLength).toBe(PART_BYTES * 2);
  } finally {
    await own.close();
  }
});

test('invalid part lists are rejected, and the upload remains usable', async () => {
  const upload = await create('refused');
  const one = await part(upload, [1, bytes(PART_BYTES)]);
  const small = await part(upload, [2, bytes(PART_BYTES - 1)]);
  const last = await part(upload, [3, bytes(1)]);
  const expectName = (parts: CompletedPart[], name: string) =>
    expect(complete(upload, parts)).rejects.toMatchObject({ name });
  await expectName([last, one], 'InvalidPartOrder');
  await expectName([one, one], 'InvalidPartOrder');
  await expectName([one, { ...last, PartNumber: 4 }], 'InvalidPart');
  await expectName([one, { ...last, ETag: '"0123"' }], 'InvalidPart');
  await expectName([one, small, last], 'EntityTooSmall');
  await expectName([], 'MalformedXML');
  await complete(upload, [one, last]);
});

test('an upload belongs to its key, and an aborted or unknown one is not found by any call', async () => {
  const upload = await create('mine');
  const one = await part(upload, [1, bytes(10)]);
  await expect(part({ ...upload, Key: 'other' }, [1, bytes(10)])).rejects.toMatchObject({
    name: 'NoSuchUpload',
  });
  await expect(complete({ ...upload, Key: 'other' }, [one])).rejects.toMatchObject({ name: 'NoSuchUpload' });
  const blobsBefore = (await store.blobs()).length;
  await store.client.send(new AbortMultipartUploadCommand(upload));
  await expect.poll(async () => (await store.blobs()).length).toBe(blobsBefore - 1);
  for (const UploadId of [upload.UploadId, '../../x', '0'.repeat(32)]) {
    const gone = { ...at('mine'), UploadId };
    const calls = [
      () => part(gone, [1, bytes(10)]),
      () => complete(gone, [one]),
      () => store.client.send(new ListPartsCommand(gone)),
      () => store.client.send(new AbortMultipartUploadCommand(gone)),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ name: 'NoSuchUpload' });
  }
});

test('a part that arrives while its upload is aborted leaves nothing behind', async () => {
  const own = await startLiveStore();
  try {
    for (let round = 0; round < 5; round += 1) {
      const { UploadId } = await own.client.send(new CreateMultipartUploadCommand(at('torn')));
      const base = { ...at('torn'), UploadId: UploadId ?? '' };
      const sends = [1, 2, 3].map((PartNumber) =>
        own.client.send(new UploadPartCommand({ ...base, PartNumber, Body: bytes(300_000) })).catch((e) => e),
      );
      await own.client.send(new AbortMultipartUploadCommand(base));
      await Promise.all(sends);
    }
    await expect.poll(async () => (await own.blobs()).length).toBe(0);
  } finally {
    await own.close();
  }
});

test('parts are listed in pages, and survive a restart', async () => {
  const own = await startLiveStore({ limits: LIMITS });
  try {
    const { UploadId } = await own.client.send(new CreateMultipartUploadCommand(at('paged')));
    const base = { ...at('paged'), UploadId: UploadId ?? '' };
    for (const PartNumber of [1, 5, 3, 10_000]) {
      await own.client.send(new UploadPartCommand({ ...base, PartNumber, Body: bytes(PartNumber) }));
    }
    await own.restart();
    const page = await own.client.send(new ListPartsCommand({ ...base, MaxParts: 3 }));
    expect(page.Parts?.map((each) => [each.PartNumber, each.Size])).toEqual([
      [1, 1],
      [3, 3],
      [5, 5],
    ]);
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '5', MaxParts: 3 });
    const rest = await own.client.send(new ListPartsCommand({ ...base, PartNumberMarker: '5' }));
    expect(rest.Parts?.map((each) => each.PartNumber)).toEqual([10_000]);
    expect(rest.IsTruncated).toBe(false);
    for (const PartNumber of [0, 10_001]) {
      const bad = own.client.send(new UploadPartCommand({ ...base, PartNumber, Body: 'x' }));
      await expect(bad).rejects.toMatchObject({ name: 'InvalidArgument' });
    }
  } finally {
    await own.close();
  }
});

test('uploads in progress are listed by key, in pages', async () => {
  const own = await startLiveStore();
  try {
    for (const key of ['b', 'a/1', 'a/2', 'a/1'])
      await own.client.send(new CreateMultipartUploadCommand(at(key)));
    const keys: string[] = [];
    let marker: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const page = await own.client.send(
        new ListMultipartUploadsCommand({ Bucket: BUCKET, MaxUploads: 1, ...marker }),
      );
      keys.push(...(page.Uploads ?? []).map((each) => each.Key ?? ''));
      if (page.IsTruncated !== true) break;
      marker = { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' };
    }
    expect(keys).toEqual(['a/1', 'a/1', 'a/2', 'b']);
    const grouped = new ListMultipartUploadsCommand({ Bucket: BUCKET, Delimiter: '/' });
    expect(await own.client.send(grouped)).toMatchObject({
      CommonPrefixes: [{ Prefix: 'a/' }],
      Uploads: [{ Key: 'b' }],
    });
  } finally {
    await own.close();
  }
});

test('uploads that are never ended are aborted by the store after eight days', async () => {
  const own = await startLiveStore();
  try {
    const { UploadId } = await own.client.send(new CreateMultipartUploadCommand(at('stale')));
    await own.client.send(new UploadPartCommand({ ...at('stale'), UploadId, PartNumber: 1, Body: 'x' }));
    own.shiftClock(7.9 * DAY_MS);
    await own.restart();
    expect(await own.blobs()).toHaveLength(1);
    own.shiftClock(8.1 * DAY_MS);
    await own.restart();
    await expect.poll(async () => (await own.blobs()).length).toBe(0);
  } finally {
    await own.close();
  }
});

const FULL = ['CRC32', 'CRC32C', 'CRC64NVME'] as const;
const COMPOSITE = ['SHA1', 'SHA256', 'CRC32', 'CRC32C'] as const;
const CASES = [
  ...FULL.map((algorithm) => ({ algorithm, type: 'FULL_OBJECT' as const })),
  ...COMPOSITE.map((algorithm) => ({ algorithm, type: 'COMPOSITE' as const })),
];

test.each(CASES)(
  '$algorithm $type is verified per part and returned for the object',
  async ({ algorithm, type }) => {
    const key = `checksum/${algorithm}/${type}`;
    const field = `Checksum${algorithm}`;
    const header = `x-amz-checksum-${algorithm.toLowerCase()}`;
    const name = algorithm.toLowerCase() as Lowercase<typeof algorithm>;
    const bodies = [bytes(PART_BYTES, 1), bytes(PART_BYTES, 2), bytes(333, 3)];
    const upload = await create(key, { ChecksumAlgorithm: algorithm, ChecksumType: type });
    const digests: Buffer[] = [];
    const parts = [];
    for (const [i, body] of bodies.entries()) {
      const digest = await digestOf(name, body);
      const value = digest.toString('base64');
      const listed = await part(upload, [i + 1, body], { [field]: value });
      digests.push(digest);
      parts.push({ ...listed, [field]: value });
    }
    const wrongPart = part(upload, [3, bytes(333, 4)], { [field]: digests[2]?.toString('base64') });
    await expect(wrongPart).rejects.toMatchObject({ name: 'BadDigest' });
    const unsigned = await store.presign(new UploadPartCommand({ ...upload, PartNumber: 4 }));
    expect((await fetch(unsigned, { method: 'PUT', body: 'x' })).status).toBe(400);

    const whole = await digestOf(name, type === 'COMPOSITE' ? Buffer.concat(digests) : Buffer.concat(bodies));
    const expected = type === 'COMPOSITE' ? `${whole.toString('base64')}-3` : whole.toString('base64');
    const wrongValue =
      type === 'COMPOSITE' ? `${digests[0]?.toString('base64')}-3` : digests[0]?.toString('base64');
    const wrong = complete(upload, parts, { [field]: wrongValue, ChecksumType: type });
    await expect(wrong).rejects.toMatchObject({ name: 'BadDigest' });
    const swapped = parts.map((each, i) => ({ ...each, [field]: digests[(i + 1) % 3]?.toString('base64') }));
    await expect(complete(upload, swapped)).rejects.toMatchObject({ name: 'InvalidPart' });
    const result = await complete(upload, parts, { [field]: expected, ChecksumType: type });
    expect(result).toMatchObject({ [field]: expected, ChecksumType: type });
    const head = await store.client.send(new HeadObjectCommand({ ...at(key), ChecksumMode: 'ENABLED' }));
    expect(head).toMatchObject({ [field]: expected, ChecksumType: type });
    const url = await store.presign(new GetObjectCommand(at(key)));
    expect((await fetch(url)).headers.get(header)).toBeNull();
    expect((await read(key)).equals(Buffer.concat(bodies))).toBe(true);
  },
);

test('checksum types that an algorithm lacks are rejected at the start', async () => {
  for (const [algorithm, type] of [
    ['SHA256', 'FULL_OBJECT'],
    ['SHA1', 'FULL_OBJECT'],
    ['CRC64NVME', 'COMPOSITE'],
  ] as const) {
    const started = create('types', { ChecksumAlgorithm: algorithm, ChecksumType: type });
    await expect(started).rejects.toMatchObject({ name: 'InvalidRequest' });
  }
});

test('a size announced at Complete must equal the size of the parts', async () => {
  const upload = await create('size');
  const one = await part(upload, [1, bytes(10)]);
  await expect(complete(upload, [one], { MpuObjectSize: 11 })).rejects.toMatchObject({
    name: 'InvalidRequest',
  });
  await complete(upload, [one], { MpuObjectSize: 10 });
});

test('Complete with a failed condition does not change the upload', async () => {
  const upload = await create('conditional');
  const one = await part(upload, [1, bytes(10)]);
  await store.client.send(new PutObjectCommand({ ...at('conditional'), Body: 'there' }));
  const refused = complete(upload, [one], { IfNoneMatch: '*' });
  await expect(refused).rejects.toMatchObject({ name: 'PreconditionFailed' });
  expect((await read('conditional')).toString()).toBe('there');
  await complete(upload, [one]);
  expect((await read('conditional')).equals(bytes(10))).toBe(true);
});

test('hundreds of parts are completed at once, without reading them', async () => {
  const own = await startLiveStore({ limits: { partBytesMin: 1 } });
  try {
    const { UploadId } = await own.client.send(
      new CreateMultipartUploadCommand({ ...at('huge'), ChecksumAlgorithm: 'CRC64NVME' }),
    );
    const base = { ...at('huge'), UploadId: UploadId ?? '' };
    const body = bytes(9);
    const value = (await digestOf('crc64nvme', body)).toString('base64');
    const parts: CompletedPart[] = [];
    const sendOne = async (PartNumber: number) => {
      const sent = await own.client.send(
        new UploadPartCommand({ ...base, PartNumber, Body: body, ChecksumCRC64NVME: value }),
      );
      parts[PartNumber - 1] = { PartNumber, ETag: sent.ETag ?? '', ChecksumCRC64NVME: value };
    };
    for (let first = 1; first <= 500; first += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, i) => sendOne(first + i)));
    }
    const completing = new CompleteMultipartUploadCommand({ ...base, MultipartUpload: { Parts: parts } });
    let checksum: string | undefined;
    const tookMs = await processorMsWhile(async () => {
      checksum = (await own.client.send(completing)).ChecksumCRC64NVME;
    });
    expect(tookMs).toBeLessThan(5000);
    const whole = await digestOf('crc64nvme', Buffer.concat(Array.from({ length: 500 }, () => body)));
    expect(checksum).toBe(whole.toString('base64'));
  } finally {
    await own.close();
  }
}, 600_000);
