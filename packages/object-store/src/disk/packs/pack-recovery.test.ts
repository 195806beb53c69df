import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DeleteBucketCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, expect, test, vi } from 'vitest';
import { type DirectStore, openDirectStore } from '../../testing/direct-store.world.ts';
import { BUCKET } from '../../testing/live-store.world.ts';
import { sendBundle } from '../../testing/signed-bundle.world.ts';
import { formSender } from '../../testing/signed-form.world.ts';
import type { Faults } from '../durable/failing-fs.world.ts';
import { layoutOf } from '../layout.ts';
import { age, at, expected, flip, only, type PackedStore, start } from './packed-store.world.ts';

const faults = vi.hoisted((): Faults => ({ on: undefined }));
vi.mock('node:fs/promises', async (original) => {
  const { failingPromises } = await import('../durable/failing-fs.world.ts');
  return failingPromises(await original(), faults);
});
vi.mock('node:fs', async (original) => {
  const { failingSync } = await import('../durable/failing-fs.world.ts');
  return failingSync(await original(), faults);
});
afterEach(() => {
  faults.on = undefined;
});

async function stopped(): Promise<{ readonly folder: string; readonly pack: string }> {
  const store = await start();
  await store.bundle('a', 5);
  await store.client.send(new PutObjectCommand({ ...at('own'), Body: 'own' }));
  const pack = only(store.packs());
  age(pack);
  age(layoutOf(store.folder).object(BUCKET, 'own').file);
  await store.close();
  return { folder: store.folder, pack };
}

interface Opened extends DirectStore {
  given(): Promise<ReadonlyMap<string, string | number>>;
  readonly events: readonly string[];
}

async function openAt(folder: string): Promise<Opened> {
  const events: string[] = [];
  const opened = await openDirectStore({ folder, log: ({ event }) => events.push(event) });
  await expect.poll(() => events).toContain('census');
  const given = async (): Promise<ReadonlyMap<string, string | number>> => {
    const found = new Map<string, string | number>();
    for (const key of ALL.keys()) {
      const answer = await opened.send('GET', key);
      found.set(key, answer.status === 200 ? String(await answer.body()) : answer.status);
    }
    return found;
  };
  return { ...opened, given, events };
}

const ALL = new Map<string, string | number>([...expected('a', 5), ['own', 'own']]);
const WITHOUT_PACK = new Map([...ALL].map(([key, text]) => [key, key === 'own' ? text : 404]));

const elsewhere = (pack: string, shard: string): string => join(pack, '../..', shard, basename(pack));
test.each([
  ['beside it, under another name', (pack: string) => join(pack, '../backup.pack')],
  ['beside it, as a tool for copies would', (pack: string) => pack.replace('.pack', ' (1).pack')],
  ['in the first folder', (pack: string) => elsewhere(pack, pack.includes('/00/') ? '01' : '00')],
  ['in the last folder', (pack: string) => elsewhere(pack, pack.includes('/ff/') ? 'fe' : 'ff')],
])('a copy of a pack %s is reported, neither used nor removed', async (_name, copyOf) => {
  const store = await start();
  await store.bundle('a', 5);
  await store.client.send(new PutObjectCommand({ ...at('own'), Body: 'own' }));
  const pack = only(store.packs());
  const copy = copyOf(pack);
  mkdirSync(join(copy, '..'), { recursive: true });
  copyFileSync(pack, copy);
  await store.client.send(new DeleteObjectCommand(at('a1')));
  await store.close();
  const whole = readFileSync(pack);
  for (let round = 0; round < 2; round += 1) {
    const opened = await openAt(store.folder);
    expect(await opened.given()).toEqual(new Map([...ALL, ['a1', 404]]));
    expect(opened.events).toContain('records_unreadable');
    expect(await opened.store.scrub()).toMatchObject({ objects: 5, findings: [], unreadableAtStart: 1 });
    await opened.close();
    expect(readFileSync(pack).equals(whole)).toBe(true);
    expect(existsSync(copy)).toBe(true);
  }
});

test('a pack with a damaged header is reported at every start, and used again once repaired in place', async () => {
  const { folder, pack } = await stopped();
  const whole = readFileSync(pack);
  flip(pack, 20);
  for (let round = 0; round < 3; round += 1) {
    const opened = await openAt(folder);
    expect(opened.events).toContain('records_unreadable');
    expect(await opened.given()).toEqual(WITHOUT_PACK);
    const { unreadableAtStart } = await opened.store.scrub();
    expect(unreadableAtStart).toBeGreaterThan(0);
    await opened.send('PUT', `more${round}`, { body: Buffer.from('x') });
    age(pack);
    await opened.close();
  }
  const bin = join(import.meta.dirname, '../../bin.ts');
  const scrub = spawnSync(process.execPath, [bin, 'scrub', folder], { encoding: 'utf8' });
  expect([scrub.status, scrub.stdout]).toEqual([
    4,
    expect.stringContaining('could not be read at the start'),
  ]);
  expect(scrub.stdout).not.toContain('Nothing is damaged');
  writeFileSync(pack, whole);
  const opened = await openAt(folder);
  expect(await opened.given()).toEqual(ALL);
  expect(await opened.store.scrub()).toMatchObject({ unreadableAtStart: 0, unreadableRecords: 0 });
  await opened.close();
});

test.each([
  ['with the keys that were written down', false],
  ['reading all anew', true],
])('an unreadable pack stops neither start nor scrub, %s', async (_name, isAnew) => {
  const { folder, pack } = await stopped();
  if (isAnew) writeFileSync(layoutOf(folder).index(BUCKET), '');
  faults.on = ({ path }) => (path === pack ? 'EIO' : undefined);
  const opened = await openAt(folder);
  expect(await opened.given()).toEqual(WITHOUT_PACK);
  expect(opened.events).toContain('records_unreadable');
  const { unreadableAtStart } = await opened.store.scrub();
  expect(unreadableAtStart).toBeGreaterThan(0);
  await opened.send('PUT', 'more', { body: Buffer.from('x') });
  age(pack);
  await opened.close();
  faults.on = undefined;
  const again = await openAt(folder);
  expect(await again.given()).toEqual(ALL);
  await again.close();
});

test('if a pack cannot be read as a whole, its records are read one by one', async () => {
  const { folder, pack } = await stopped();
  writeFileSync(layoutOf(folder).index(BUCKET), '');
  faults.on = ({ name, path }) => (name === 'readFile' && path === pack ? 'EIO' : undefined);
  const opened = await openAt(folder);
  expect(await opened.given()).toEqual(ALL);
  await opened.close();
});

test('a scrub counts unreadable records and continues', async () => {
  const { folder, pack } = await stopped();
  const opened = await openAt(folder);
  const own = layoutOf(folder).object(BUCKET, 'own').file;
  faults.on = ({ path }) => (path === pack || path === own ? 'EIO' : undefined);
  expect(await opened.store.scrub()).toMatchObject({ isComplete: true, objects: 6, unreadableRecords: 6 });
  faults.on = undefined;
  expect(await opened.store.scrub()).toMatchObject({ objects: 6, unreadableRecords: 0, findings: [] });
  await opened.close();
});

const OLD = 'what was there first';

async function withOwn(): Promise<{ readonly store: PackedStore; readonly own: string }> {
  const store = await start();
  await store.client.send(new PutObjectCommand({ ...at('k'), Body: OLD }));
  return { store, own: layoutOf(store.folder).object(BUCKET, 'k').file };
}

test('a bundle written over an unreadable record takes precedence when that is readable again', async () => {
  const { store, own } = await withOwn();
  const whole = readFileSync(own);
  flip(own, 30);
  await store.restart();
  const bundle = ['k', 'l', 'm'].map((key) => [key, Buffer.from(`new ${key}`)] as const);
  await sendBundle(store.url, new Map(bundle));
  const { contentOf } = formSender(() => store);
  expect(String(await contentOf('k'))).toBe('new k');
  await store.close();
  if (!readFileSync(own).includes('new k')) writeFileSync(own, whole);
  await store.restart();
  expect(String(await contentOf('k'))).toBe('new k');
  await store.client.send(new DeleteObjectCommand(at('k')));
  await store.restart();
  expect([...(await store.all()).keys()]).toEqual(['l', 'm']);
});

test.each(['a pack', 'a record of its own'])(
  'a bucket whose only objects are unreadable is not removed: %s',
  async (kind) => {
    const { store, own } = await withOwn();
    if (kind === 'a pack') {
      await store.client.send(new DeleteObjectCommand(at('k')));
      await store.bundle('a', 5);
    }
    const file = kind === 'a pack' ? only(store.packs()) : own;
    const whole = readFileSync(file);
    await store.close();
    flip(file, 20);
    await store.restart();
    const remove = store.client.send(new DeleteBucketCommand({ Bucket: BUCKET }));
    await expect(remove).rejects.toMatchObject({ name: 'BucketNotEmpty' });
    await store.close();
    writeFileSync(file, whole);
    await store.restart();
    expect((await store.all()).size).toBe(kind === 'a pack' ? 5 : 1);
  },
);
