// Every injected corruption must be detected; no wrong byte may be served, and no intact object reported.
// COFFER_CORRUPTION_SEED repeats a run.
import { createHash, randomInt } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sized } from '@coffer/testing/campaign';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { digestOf } from '../checksum/digests.ts';
import { layoutOf } from '../disk/layout.ts';
import { type DirectStore, openDirectStore, sha256 } from '../testing/direct-store.world.ts';
import { BUCKET, bytes } from '../testing/live-store.world.ts';

// oxlint-disable-next-line node/no-process-env -- a setting of this test only
const SEED = Number(process.env['COFFER_CORRUPTION_SEED'] ?? randomInt(1_000_000));
let state = SEED;
const below = (limit: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};

let open: DirectStore | undefined;
const openStore = async (): Promise<DirectStore> => (open = await openDirectStore());
afterEach(async () => {
  await open?.close();
  open = undefined;
});

function flipped(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  const at = below(copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
  return copy;
}

function blobsOf(
  folder: string,
  key: string,
): readonly { readonly blob: string; readonly sizeBytes: number }[] {
  const { file } = layoutOf(folder).object(BUCKET, key);
  return (JSON.parse(readFileSync(file, 'utf8')) as { parts: { blob: string; sizeBytes: number }[] }).parts;
}

async function putParts(store: DirectStore, key: string, parts: readonly Buffer[]): Promise<void> {
  const begun = await (await store.send('POST', key, { query: [['uploads', '']] })).body();
  const uploadId = /<UploadId>(\w+)</.exec(begun.toString())?.[1] ?? '';
  let list = '';
  for (const [i, body] of parts.entries()) {
    const query = [
      ['partNumber', String(i + 1)],
      ['uploadId', uploadId],
    ] as const;
    const sent = await store.send('PUT', key, { query, body });
    list += `<Part><PartNumber>${i + 1}</PartNumber><ETag>${sent.headers['etag'] ?? ''}</ETag></Part>`;
  }
  const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
  const done = await store.send('POST', key, { query: [['uploadId', uploadId]], body });
  expect(done.status).toBe(200);
}

const IN_FLIGHT = sized({ gate: 20, campaign: 200 });

test(`${IN_FLIGHT} bodies with a bit flipped in transit are rejected, with any kind of checksum (seed ${SEED})`, async () => {
  const store = await openStore();
  const promises: readonly ((body: Buffer) => Promise<Readonly<Record<string, string>>>)[] = [
    async (body) => ({ 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }),
    async (body) => ({ 'content-md5': createHash('md5').update(body).digest('base64') }),
    ...(['sha256', 'sha1', 'crc32', 'crc32c', 'crc64nvme'] as const).map((name) => async (body: Buffer) => ({
      [`x-amz-checksum-${name}`]: (await digestOf(name, body)).toString('base64'),
    })),
  ];
  let refused = 0;
  for (let i = 0; i < IN_FLIGHT; i += 1) {
    const body = bytes(1 + below(100_000), i);
    const headers = (await promises[i % promises.length]?.(body)) ?? {};
    const answer = await store.send('PUT', `flight-${i}`, { headers, body: flipped(body) });
    const code = /<Code>(\w+)</.exec((await answer.body()).toString())?.[1] ?? '';
    if (['BadDigest', 'XAmzContentSHA256Mismatch'].includes(code)) refused += 1;
  }
  expect(refused).toBe(IN_FLIGHT);
  expect((await store.store.scrub()).objects).toBe(0);
});

const KINDS = ['flip', 'truncate', 'zero', 'swap', 'remove', 'lengthen'] as const;
const AT_REST = sized({ gate: 30, campaign: 800 });

function damage(kind: (typeof KINDS)[number], files: readonly string[]): void {
  const [file = '', other = ''] = files;
  const content = readFileSync(file);
  if (kind === 'flip') writeFileSync(file, flipped(content));
  if (kind === 'truncate') truncateSync(file, below(content.length));
  if (kind === 'lengthen') writeFileSync(file, Buffer.concat([content, Buffer.from('more')]));
  if (kind === 'remove') rmSync(file);
  if (kind === 'zero') {
    const start = below(content.length - 16);
    writeFileSync(
      file,
      Buffer.from(content).fill(0, start, Math.min(content.length, start + 16 + below(1000))),
    );
  }
  if (kind === 'swap') {
    writeFileSync(file, readFileSync(other));
    writeFileSync(other, content);
  }
}

test(`${AT_REST} blobs damaged at rest are detected by the scrub, and no read returns a wrong byte (seed ${SEED})`, async () => {
  const store = await openStore();
  const layout = layoutOf(store.folder);
  const contents = new Map<string, Buffer>();
  const hurt = new Set<string>();
  for (let i = 0; i < AT_REST; i += 1) {
    const kind = KINDS[i % KINDS.length] ?? 'flip';
    const key = `${kind}-${i}`;
    const size = 100 + below(i % 20 === 0 ? 700_000 : 60_000);
    const parts = kind === 'swap' ? [bytes(size, i), bytes(size, i + 1_000_000)] : [bytes(size, i)];
    await putParts(store, key, parts);
    contents.set(key, Buffer.concat(parts));
    const sound = `sound-${i}`;
    await store.send('PUT', sound, { body: bytes(500, i) });
    contents.set(sound, bytes(500, i));
    damage(
      kind,
      blobsOf(store.folder, key).map(({ blob }) => layout.blob(blob).file),
    );
    hurt.add(key);
  }
  let wrong = 0;
  const readAll = async (keys: Iterable<string>): Promise<number> => {
    let detected = 0;
    for (const key of keys) {
      const expected = contents.get(key) ?? Buffer.alloc(0);
      const answer = await store.send('GET', key);
      const got = answer.status === 200 ? await answer.body().catch(() => undefined) : undefined;
      if (got === undefined) detected += 1;
      else if (!got.equals(expected)) wrong += 1;
    }
    return detected;
  };
  const isRight = (key: string): boolean => !hurt.has(key) || key.startsWith('lengthen');
  const half = [...contents.keys()].filter((_, i) => i % 4 < 2);
  expect(await readAll(half)).toBe(half.filter((key) => !isRight(key)).length);

  const report = await store.store.scrub();
  expect(new Set(report.findings.map(({ key }) => key))).toEqual(hurt);
  expect(await readAll(contents.keys())).toBe(hurt.size);
  expect(wrong).toBe(0);
}, 600_000);

test('damaged ranges of objects are rejected, and others are returned', async () => {
  const store = await openStore();
  const body = bytes(1_000_000, 5);
  await store.send('PUT', 'ranged', { body });
  const [part] = blobsOf(store.folder, 'ranged');
  const file = layoutOf(store.folder).blob(part?.blob ?? '').file;
  const content = readFileSync(file);
  content[900_000] = (content[900_000] ?? 0) ^ 1;
  writeFileSync(file, content);
  const read = async (range: string) => {
    const answer = await store.send('GET', 'ranged', { headers: { range } });
    return answer.status === 206 ? answer.body() : answer.status;
  };
  expect(await read('bytes=100-300099')).toEqual(body.subarray(100, 300_100));
  expect(await read('bytes=899000-899009')).toBe(500);
  await expect.poll(async () => read('bytes=0-9')).toBe(500);
  const copy = await store.send('PUT', 'copy', {
    headers: { 'x-amz-copy-source': `/${BUCKET}/ranged` },
    body: Buffer.alloc(0),
  });
  expect(copy.status).toBe(500);
  content[900_000] = (content[900_000] ?? 0) ^ 1;
  writeFileSync(file, content);
  expect((await store.store.scrub()).findings).toEqual([]);
  expect(await read('bytes=899000-899009')).toEqual(body.subarray(899_000, 899_010));
});

const IN_RECORDS = sized({ gate: 20, campaign: 200 });

test(`${IN_RECORDS} records with bytes damaged at rest are detected by the scrub, and no read returns a wrong byte (seed ${SEED})`, async () => {
  const store = await openStore();
  const kinds = ['flip', 'truncate', 'zero', 'lengthen', 'swap'] as const;
  const contents = new Map<string, Buffer>();
  const hurt = new Set<string>();
  const put = async (key: string, body: Buffer): Promise<string> => {
    await store.send('PUT', key, { body });
    contents.set(key, body);
    return layoutOf(store.folder).object(BUCKET, key).file;
  };
  for (let i = 0; i < IN_RECORDS; i += 1) {
    const size = 100 + below(60_000);
    const kind = kinds[i % kinds.length] ?? 'flip';
    const files = [await put(`${kind}-${i}`, bytes(size, i)), await put(`other-${i}`, bytes(size, i + 5000))];
    await put(`sound-${i}`, bytes(size, i));
    damageBytes(kind, files);
    hurt.add(`${kind}-${i}`);
    if (kind === 'swap') hurt.add(`other-${i}`);
  }
  const { findings } = await store.store.scrub();
  expect(new Set(findings.map(({ key }) => key))).toEqual(hurt);
  for (const [key, body] of contents) {
    const answer = await store.send('GET', key, { headers: { range: 'bytes=10-49' } });
    expect(answer.status).toBe(hurt.has(key) ? 500 : 206);
    const read = answer.status === 206 ? await answer.body() : undefined;
    expect(read).toEqual(hurt.has(key) ? undefined : body.subarray(10, 50));
    const copy = await store.send('PUT', 'copy', {
      headers: { 'x-amz-copy-source': `/${BUCKET}/${key}` },
      body: Buffer.alloc(0),
    });
    expect(copy.status).toBe(hurt.has(key) ? 500 : 200);
  }
}, 600_000);

function damageBytes(kind: Exclude<(typeof KINDS)[number], 'remove'>, files: readonly string[]): void {
  const halves = files.map((file) => {
    const content = readFileSync(file);
    const end = content.indexOf('\n') + 1;
    return { file, line: content.subarray(0, end), bytes: `${file}.bytes`, content: content.subarray(end) };
  });
  for (const { bytes: path, content } of halves) writeFileSync(path, content);
  damage(
    kind,
    halves.map(({ bytes: path }) => path),
  );
  for (const { file, line, bytes: path } of halves) {
    writeFileSync(file, Buffer.concat([line, readFileSync(path)]));
    rmSync(path);
  }
}

test.each([
  ['a blob', 0],
  ['a record', 1000],
])(
  'damage marks survive a restart, and are removed with the object: in %s',
  async (_name, inlineBytesMax) => {
    const folder = await mkdtemp(join(tmpdir(), 'coffer-marks-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const store = await openDirectStore({ folder, limits: { inlineBytesMax } });
    await store.send('PUT', 'marked', { body: bytes(1000) });
    if (inlineBytesMax > 0) damageBytes('flip', [layoutOf(folder).object(BUCKET, 'marked').file]);
    else {
      damage(
        'flip',
        blobsOf(folder, 'marked').map(({ blob }) => layoutOf(folder).blob(blob).file),
      );
    }
    expect((await store.store.scrub()).findings).toMatchObject([{ key: 'marked', problem: 'content' }]);
    const marks = () => readdirSync(join(folder, 'damaged'));
    await store.close();
    const again = await openDirectStore({ folder });
    expect((await again.send('GET', 'marked')).status).toBe(500);
    expect((await again.send('HEAD', 'marked')).status).toBe(200);
    expect(marks()).toHaveLength(1);
    await again.send('PUT', 'marked', { body: bytes(1000) });
    await expect.poll(marks).toEqual([]);
    expect(await (await again.send('GET', 'marked')).body()).toEqual(bytes(1000));
    await again.close();
  },
);

test('a record with a changed digit is not accepted', async () => {
  const store = await openStore();
  await store.send('PUT', 'record', { body: bytes(1000) });
  const { file } = layoutOf(store.folder).object(BUCKET, 'record');
  const text = readFileSync(file, 'latin1');
  writeFileSync(file, text.replace('"sizeBytes":1000', '"sizeBytes":1001'), 'latin1');
  expect(await store.store.scrub()).toMatchObject({ unreadableRecords: 1 });
  expect((await store.send('GET', 'record')).status).toBe(500);
  writeFileSync(file, text, 'latin1');
  expect(await (await store.send('GET', 'record')).body()).toEqual(bytes(1000));
});

test('a record with a damaged seal does not count as one without, and the scrub detects it', async () => {
  const store = await openStore();
  await store.send('PUT', 'sealed', { body: bytes(1000) });
  const { file } = layoutOf(store.folder).object(BUCKET, 'sealed');
  const content = readFileSync(file);
  const at = content.indexOf('"seal"') + 1;
  content[at] = (content[at] ?? 0) ^ 1;
  writeFileSync(file, content);
  expect(await store.store.scrub()).toMatchObject({ unreadableRecords: 1 });
});

const CLEAN = sized({ gate: 200, campaign: 10_000 });

test(`${CLEAN} intact objects are not reported`, async () => {
  const store = await openStore();
  const put = async (i: number): Promise<number> => {
    const body = bytes(below(2000), i);
    const headers = i % 3 === 0 ? { 'x-amz-checksum-sha256': sha256(body) } : {};
    return (await store.send('PUT', `clean-${i}`, { body, headers })).status;
  };
  for (let i = 0; i < CLEAN; i += 20) {
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, j) => put(i + j)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  expect(await store.store.scrub()).toMatchObject({
    objects: CLEAN,
    blobs: CLEAN,
    findings: [],
    unverifiable: 0,
  });
}, 600_000);

test('a scrub respects its budget and stops on request', async () => {
  const store = await openStore();
  for (let i = 0; i < 20; i += 1) await store.send('PUT', `paced-${i}`, { body: bytes(50_000, i) });
  const startedAt = performance.now();
  await store.store.scrub({ bytesPerSecond: 2_000_000 });
  expect(performance.now() - startedAt).toBeGreaterThan(400);
  const ended = AbortSignal.timeout(100);
  const cut = await store.store.scrub({ bytesPerSecond: 500_000, signal: ended });
  expect(cut.isComplete).toBe(false);
  expect(cut.objects).toBeLessThan(20);
});
