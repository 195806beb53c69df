import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DirectStore, openDirectStore } from '../../testing/direct-store.world.ts';
import { BUCKET, bytes } from '../../testing/live-store.world.ts';
import type { StoreLimits } from '../../limits.ts';
import type { LogEntry } from '../../log.ts';
import { layoutOf } from '../layout.ts';

const OBJECTS = 120;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-index-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function settle(folder: string): void {
  const meta = layoutOf(folder).manifests(BUCKET);
  const then = new Date(Date.now() - 3_600_000);
  for (const shard of readdirSync(meta)) utimesSync(join(meta, shard), then, then);
}

async function filled(folder: string, limits: Partial<StoreLimits> = {}): Promise<void> {
  const store = await openDirectStore({ folder, limits });
  for (let i = 0; i < OBJECTS; i += 1) await store.send('PUT', `key-${i}`, { body: bytes(10, i) });
  settle(folder);
  await store.close();
}

async function reopen(
  folder: string,
): Promise<{ readonly store: DirectStore; readonly reread: number; readonly log: LogEntry[] }> {
  const log: LogEntry[] = [];
  const store = await openDirectStore({ folder, log: (entry) => log.push(entry) });
  const reread = Number(log.find(({ event }) => event === 'recovered')?.facts?.['reread']);
  return { store, reread, log };
}

async function listed(store: DirectStore): Promise<string> {
  const pages: string[] = [];
  for (const from of ['', 'key-5']) {
    const query = [
      ['list-type', '2'],
      ['start-after', from],
    ] as const;
    pages.push((await (await store.send('GET', '', { query })).body()).toString());
  }
  return pages.join('\n').replaceAll(/<RequestId>\w+/g, '');
}

test('after a clean shutdown no record is read, and the listing is the same', async () => {
  const folder = newFolder();
  await filled(folder);
  rmSync(join(folder, 'index'), { recursive: true });
  const first = await reopen(folder);
  expect(first.reread).toBe(OBJECTS);
  const before = await listed(first.store);
  await first.store.close();
  const second = await reopen(folder);
  expect(second.reread).toBe(0);
  expect(await listed(second.store)).toBe(before);
  expect(before.match(/<Key>/g)).toHaveLength(OBJECTS + readdirCount(before));
  await second.store.close();
});

function readdirCount(pages: string): number {
  return (pages.split('<StartAfter>')[1]?.match(/<Key>/g) ?? []).length;
}

test('only records written after the cache are read', async () => {
  const folder = newFolder();
  await filled(folder);
  const index = layoutOf(folder).index(BUCKET);
  const old = readFileSync(index);
  const { store, reread } = await reopen(folder);
  expect(reread).toBe(0);
  await store.send('PUT', 'later', { body: bytes(5) });
  await store.send('DELETE', 'key-7');
  const after = await listed(store);
  await store.close();
  writeFileSync(index, old);
  const again = await reopen(folder);
  expect(again.reread).toBeGreaterThan(0);
  expect(again.reread).toBeLessThan(OBJECTS / 10);
  expect(await listed(again.store)).toBe(after);
  await again.store.close();
});

test('the cache of a folder that changed shortly before is not used', async () => {
  const folder = newFolder();
  await filled(folder);
  const { store } = await reopen(folder);
  await store.send('PUT', 'just-now', { body: bytes(5) });
  await store.close();
  const again = await reopen(folder);
  expect(again.reread).toBeGreaterThan(0);
  expect(await listed(again.store)).toContain('<Key>just-now</Key>');
  await again.store.close();
});

test.each<readonly [string, (path: string) => void]>([
  ['torn', (path) => truncateSync(path, 1000)],
  ['empty', (path) => truncateSync(path, 0)],
  ['gone', (path) => rmSync(path)],
  [
    'changed in one letter',
    (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"key-1"', '"key-l"')),
  ],
  ['of another bucket', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace(BUCKET, 'other'))],
])('a cache that is %s is ignored', async (_name, spoil) => {
  const folder = newFolder();
  await filled(folder);
  spoil(layoutOf(folder).index(BUCKET));
  const { store, reread } = await reopen(folder);
  expect(reread).toBe(OBJECTS);
  expect(await listed(store)).toContain('<Key>key-1</Key>');
  await store.close();
});

test('a failed disk leaves no cache that could differ from it', async () => {
  const folder = newFolder();
  await filled(folder);
  const before = readFileSync(layoutOf(folder).index(BUCKET));
  let isBroken = false;
  const store = await openDirectStore({
    folder,
    syncData: async () => {
      if (isBroken) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
    },
  });
  isBroken = true;
  expect((await store.send('PUT', 'lost', { body: bytes(5) })).status).toBe(500);
  isBroken = false;
  await store.close();
  expect(readFileSync(layoutOf(folder).index(BUCKET)).equals(before)).toBe(true);
});

test('orphans are distinguished from blobs of objects whose records were not read at the start', async () => {
  const folder = newFolder();
  await filled(folder, { inlineBytesMax: 0 });
  const orphan = join(folder, 'blobs', 'ab', 'ab'.repeat(16));
  mkdirSync(join(folder, 'blobs', 'ab'), { recursive: true });
  writeFileSync(orphan, 'left behind');
  const blobs = () =>
    readdirSync(join(folder, 'blobs'), { recursive: true }).filter((name) => name.length > 30);
  const old = new Date(Date.now() - 48 * 3_600_000);
  for (const name of blobs()) utimesSync(join(folder, 'blobs', String(name)), old, old);
  const { store, reread, log } = await reopen(folder);
  expect(reread).toBe(0);
  await expect.poll(() => log.some(({ event }) => event === 'swept')).toBe(true);
  await expect.poll(() => blobs().length).toBe(OBJECTS);
  expect((await store.store.scrub()).findings).toEqual([]);
  await store.close();
});
