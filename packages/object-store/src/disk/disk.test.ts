import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { DAY_MS, systemClock } from '@coffer/kit';
import { processorMsWhile } from '@coffer/testing';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import {
  BUCKET,
  bytes,
  CREDENTIAL,
  type LiveStore,
  REGION,
  startLiveStore,
} from '../testing/live-store.world.ts';
import { createObjectStore } from '../object-store.ts';
import { lockFolder } from './durable/folder-lock.ts';
import { layoutOf } from './layout.ts';
import { writeRecord } from './durable/record-file.ts';

const open: LiveStore[] = [];
async function start(options: Parameters<typeof startLiveStore>[0] = {}): Promise<LiveStore> {
  const store = await startLiveStore(options);
  open.push(store);
  return store;
}
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

const inBlobs = { limits: { inlineBytesMax: 0 } };
const at = (key: string) => ({ Bucket: BUCKET, Key: key });
const put = (store: LiveStore, key: string, body: Buffer | string) =>
  store.client.send(new PutObjectCommand({ ...at(key), Body: body }));
const read = async (store: LiveStore, key: string) => {
  const result = await store.client.send(new GetObjectCommand(at(key)));
  return Buffer.from((await result.Body?.transformToByteArray()) ?? []);
};
const openFolder = (folder: string) =>
  createObjectStore({
    folder,
    credentials: [CREDENTIAL],
    region: REGION,
    clock: systemClock,
    log: () => undefined,
  });

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a folder is used by one store at a time, within a process and between processes', async () => {
  const store = await start();
  expect(await openFolder(store.folder)).toEqual({ ok: false, error: { code: 'locked' } });
  const script = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'durable', 'folder-lock.ts'))};
    console.log(lockFolder(${JSON.stringify(join(store.folder, 'lock'))}).ok)`;
  const locked = () =>
    execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' });
  expect(locked().trim()).toBe('false');
  await store.close();
  open.length = 0;
  mkdirSync(store.folder, { recursive: true });
  expect(locked().trim()).toBe('true');
  rmSync(store.folder, { recursive: true });
});

test('a lock ends with the process that is killed', async () => {
  const file = join(await temporaryFolder(), 'lock');
  const script = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'durable', 'folder-lock.ts'))};
    const lock = lockFolder(${JSON.stringify(file)});
    console.log(lock.ok);
    // The garbage collector closes a lock to which nothing refers.
    setInterval(() => lock.value, 1000)`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(lockFolder(file).ok).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = lockFolder(file);
  expect(lock.ok).toBe(true);
  if (lock.ok) lock.value.release();
});

test('unusable folders and those of an unknown version have different errors', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(await openFolder(join(folder, 'file'))).toEqual({
    ok: false,
    error: { code: 'folder_not_writable' },
  });
  expect(await openFolder(join(folder, 'file', 'below'))).toEqual({
    ok: false,
    error: { code: 'folder_not_writable' },
  });
  writeFileSync(join(folder, 'format.json'), '{"format":"coffer-object-store","version":99}');
  expect(await openFolder(folder)).toEqual({ ok: false, error: { code: 'format_unsupported' } });
});

test('a folder of the first version is opened, read, and upgraded', async () => {
  const folder = await temporaryFolder();
  const older = await start({ ...inBlobs, folder });
  await put(older, 'older', 'from before');
  const format = join(folder, 'format.json');
  writeFileSync(format, '{"format":"coffer-object-store","version":1}');
  await older.restart({ limits: {} });
  expect(JSON.parse(readFileSync(format, 'utf8'))).toEqual({ format: 'coffer-object-store', version: 3 });
  await put(older, 'newer', 'from now');
  expect(await older.blobs()).toHaveLength(1);
  await older.restart({ limits: {} });
  expect((await read(older, 'older')).toString()).toBe('from before');
  expect((await read(older, 'newer')).toString()).toBe('from now');
});

test('a small body is stored in its record, one above the limit in a blob, and neither leaves files behind', async () => {
  const store = await start({ limits: { inlineBytesMax: 1000 } });
  const inRecords = async () => (await store.blobs()).length;
  for (const size of [0, 1, 1000]) await put(store, 'grows', bytes(size));
  expect(await inRecords()).toBe(0);
  await put(store, 'grows', bytes(1001));
  expect(await inRecords()).toBe(1);
  expect((await read(store, 'grows')).equals(bytes(1001))).toBe(true);
  await put(store, 'grows', bytes(999));
  await expect.poll(inRecords).toBe(0);
  await store.restart();
  expect((await read(store, 'grows')).equals(bytes(999))).toBe(true);
});

test.skipIf(process.getuid?.() === 0)(
  'a folder without permission is rejected (skipped as root)',
  async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    expect(await openFolder(folder)).toEqual({ ok: false, error: { code: 'folder_not_writable' } });
  },
);

test('partial files are deleted at the start, and committed ones are not', async () => {
  const store = await start();
  await put(store, 'kept', 'body');
  const manifest = filesUnder(join(store.folder, 'meta'))[0] ?? '';
  await store.restart();
  const litter = [`${manifest}.1.tmp`, join(store.folder, 'buckets', 'x.tmp')];
  for (const file of litter) writeFileSync(file, '{"version":');
  await store.restart();
  expect(litter.map((file) => existsSync(file))).toEqual([false, false]);
  expect((await read(store, 'kept')).toString()).toBe('body');
});

test('orphaned blobs are removed after a day, not earlier', async () => {
  const store = await start(inBlobs);
  await put(store, 'kept', 'body');
  const orphan = join(store.folder, 'blobs', 'ab', 'ab'.repeat(16));
  mkdirSync(join(store.folder, 'blobs', 'ab'), { recursive: true });
  writeFileSync(orphan, 'left behind');
  await store.restart();
  expect(existsSync(orphan)).toBe(true);
  const old = new Date(Date.now() - 1.1 * DAY_MS);
  for (const file of filesUnder(join(store.folder, 'blobs'))) utimesSync(file, old, old);
  await store.restart();
  await expect.poll(() => existsSync(orphan)).toBe(false);
  expect((await read(store, 'kept')).toString()).toBe('body');
});

test('an unreadable manifest is kept, reported, and stops the removal of orphans', async () => {
  const store = await start(inBlobs);
  await put(store, 'damaged', 'body');
  await put(store, 'sound', 'other');
  const manifest = filesUnder(join(store.folder, 'meta')).find((file) =>
    readFileSync(file, 'utf8').includes('damaged'),
  );
  const old = new Date(Date.now() - 2 * DAY_MS);
  for (const file of filesUnder(join(store.folder, 'blobs'))) utimesSync(file, old, old);
  const whole = readFileSync(manifest ?? '', 'utf8');
  await store.restart();
  writeFileSync(manifest ?? '', whole.slice(0, 40));
  await store.restart();
  await expect.poll(() => store.log.some((entry) => entry.event === 'records_unreadable')).toBe(true);
  expect(await store.blobs()).toHaveLength(2);
  expect((await read(store, 'sound')).toString()).toBe('other');
  writeFileSync(manifest ?? '', whole);
  await store.restart();
  expect((await read(store, 'damaged')).toString()).toBe('body');
});

test('a missing blob is an internal error, not a wrong answer', async () => {
  const store = await start(inBlobs);
  await put(store, 'hollow', 'body');
  for (const file of await store.blobs()) rmSync(file);
  await expect(read(store, 'hollow')).rejects.toMatchObject({ name: 'InternalError' });
  await store.restart();
  await expect.poll(() => store.log.some((entry) => entry.event === 'blobs_missing')).toBe(true);
});

test('an upload whose completion was interrupted ends at the start, and its object is complete', async () => {
  const store = await start();
  const { UploadId } = await store.client.send(new CreateMultipartUploadCommand(at('cut')));
  const base = { ...at('cut'), UploadId: UploadId ?? '' };
  const sent = await store.client.send(new UploadPartCommand({ ...base, PartNumber: 1, Body: bytes(5000) }));
  const folder = join(store.folder, 'uploads', base.UploadId);
  const saved = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
  const Parts = [{ PartNumber: 1, ETag: sent.ETag ?? '', ChecksumCRC32: sent.ChecksumCRC32 ?? '' }];
  await store.client.send(new CompleteMultipartUploadCommand({ ...base, MultipartUpload: { Parts } }));
  mkdirSync(folder);
  for (const [name, content] of saved) writeFileSync(join(folder, name), content);
  await store.restart();
  expect(existsSync(folder)).toBe(false);
  expect((await read(store, 'cut')).equals(bytes(5000))).toBe(true);
  const uploads = await store.client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
  expect(uploads.Uploads ?? []).toEqual([]);
});

test('an upload without a record counts as aborted and is removed', async () => {
  const store = await start();
  const { UploadId } = await store.client.send(new CreateMultipartUploadCommand(at('aborted')));
  await store.client.send(new UploadPartCommand({ ...at('aborted'), UploadId, PartNumber: 1, Body: 'x' }));
  const folder = join(store.folder, 'uploads', UploadId ?? '');
  rmSync(join(folder, 'upload.json'));
  await store.restart();
  expect(existsSync(folder)).toBe(false);
});

const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && canMount();
function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!mayMount)(
  'a full disk gives 507, leaves no partial files, and recovers (needs root to mount a small one)',
  async () => {
    const folder = await temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
    try {
      const store = await start({ folder });
      await put(store, 'first', bytes(1_000_000));
      for (let i = 0; i < 3; i += 1) {
        const full = put(store, `full-${i}`, bytes(6_000_000));
        await expect(full).rejects.toMatchObject({
          name: 'InsufficientStorage',
          $metadata: { httpStatusCode: 507 },
        });
      }
      await expect.poll(async () => (await store.blobs()).length).toBe(1);
      expect((await read(store, 'first')).equals(bytes(1_000_000))).toBe(true);
      const { UploadId } = await store.client.send(new CreateMultipartUploadCommand(at('parts')));
      const refusals: string[] = [];
      for (let PartNumber = 1; PartNumber <= 6; PartNumber += 1) {
        const part = new UploadPartCommand({
          ...at('parts'),
          UploadId,
          PartNumber,
          Body: bytes(900_000, PartNumber),
        });
        await store.client.send(part).catch((error) => refusals.push(error.name));
      }
      for (let i = 0; i < 4; i += 1) {
        await put(store, `tiny-${i}`, bytes(300_000)).catch((error) => refusals.push(error.name));
      }
      expect(new Set(refusals)).toEqual(new Set(['InsufficientStorage']));
      expect((await read(store, 'first')).equals(bytes(1_000_000))).toBe(true);
      await store.client.send(new AbortMultipartUploadCommand({ ...at('parts'), UploadId }));
      await expect.poll(async () => (await store.blobs()).length).toBeLessThan(4);
      await put(store, 'after', bytes(1_000_000));
      const absent = store.client.send(new HeadObjectCommand(at('full-0')));
      await expect(absent).rejects.toMatchObject({ name: 'NotFound' });
      await store.close();
      open.length = 0;
    } finally {
      execFileSync('umount', ['-l', folder]);
    }
  },
);

test('a failed sync stops the store, and acknowledged data is there afterwards', async () => {
  let isBroken = false;
  const failures: unknown[] = [];
  const store = await start({
    syncData: async (handle) => {
      if (isBroken) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
      await handle.datasync();
    },
    onDiskFailure: (error) => failures.push(error),
  });
  await put(store, 'good', 'body');
  isBroken = true;
  await expect(put(store, 'bad', 'body')).rejects.toMatchObject({ name: 'InternalError' });
  await expect(read(store, 'good')).rejects.toMatchObject({ name: 'ServiceUnavailable' });
  expect(failures).toHaveLength(1);
  isBroken = false;
  await store.restart();
  expect((await read(store, 'good')).toString()).toBe('body');
  await expect(read(store, 'bad')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test.each([
  ['in blobs', 0, 2],
  ['in records', 1000, 0],
])(
  'a disk that is full at the sync rejects the object and continues: %s',
  async (_name, inlineBytesMax, blobs) => {
    let isFull = false;
    const store = await start({
      limits: { inlineBytesMax },
      syncData: async (handle) => {
        if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        await handle.datasync();
      },
    });
    await put(store, 'warm', 'up');
    isFull = true;
    await expect(put(store, 'late', 'body')).rejects.toMatchObject({ name: 'InsufficientStorage' });
    isFull = false;
    await put(store, 'late', 'body');
    expect((await read(store, 'late')).toString()).toBe('body');
    await expect.poll(async () => (await store.blobs()).length).toBe(blobs);
    const files = filesUnder(join(store.folder, 'meta'));
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
  },
);

test('thousands of objects are found again with little work', async () => {
  const store = await start(inBlobs);
  await put(store, 'seed', 'body');
  const file = filesUnder(join(store.folder, 'meta'))[0] ?? '';
  const { seal: _seal, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  await store.restart();
  const layout = layoutOf(store.folder);
  for (let i = 0; i < 4000; i += 1) {
    const key = `many/${i}`;
    const place = layout.object(BUCKET, key);
    mkdirSync(place.folder, { recursive: true });
    writeFileSync(place.file, writeRecord({ ...manifest, key }));
  }
  expect(await processorMsWhile(async () => await store.restart())).toBeLessThan(8000);
  expect((await read(store, 'many/3999')).toString()).toBe('body');
});
