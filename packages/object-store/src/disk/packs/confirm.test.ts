import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { KIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { openDirectStore } from '../../testing/direct-store.world.ts';
import { BUCKET, bytes } from '../../testing/live-store.world.ts';
import { layoutOf } from '../layout.ts';
import { age, at, only, snapshot, start, temporaryFolder } from './packed-store.world.ts';

const isLinux = process.platform === 'linux';

async function syncedByStart(folder: string, fail?: string): Promise<ReadonlySet<string>> {
  const synced = new Set<string>();
  const store = await openDirectStore({
    folder,
    syncData: async ({ fd }) => {
      if (fail !== undefined) throw Object.assign(new Error(fail), { code: fail });
      synced.add(readlinkSync(`/proc/self/fd/${fd}`));
    },
  });
  const before = new Set(synced);
  await store.close();
  return before;
}

function failing(codeNow: () => string): (handle: { readonly fd: number }) => Promise<void> {
  return async ({ fd }) => {
    const path = readlinkSync(`/proc/self/fd/${fd}`);
    if (path.includes('/meta/')) throw Object.assign(new Error('planted'), { code: codeNow() });
  };
}

test.skipIf(!isLinux)(
  'names written by a killed process are made durable before they are served',
  async () => {
    const store = await start();
    await store.client.send(new PutObjectCommand({ ...at('own'), Body: 'own' }));
    const { UploadId = '' } = await store.client.send(new CreateMultipartUploadCommand(at('parts')));
    await store.client.send(new UploadPartCommand({ ...at('parts'), UploadId, PartNumber: 1, Body: 'x' }));
    const folder = await snapshot(store);
    const layout = layoutOf(folder);
    const synced = await syncedByStart(folder);
    const own = layout.object(BUCKET, 'own').folder;
    const expected = [own, layout.upload(UploadId), layout.buckets, layout.uploads];
    expect(expected.filter((path) => !synced.has(path))).toEqual([]);
  },
);

test.skipIf(!isLinux)('removals from a pack by a killed process are made durable, once', async () => {
  const store = await start();
  await store.bundle('a', 5);
  const pack = only(store.packs());
  age(pack);
  await store.restart();
  await store.client.send(new DeleteObjectCommand(at('a1')));
  const folder = await snapshot(store);
  const copy = pack.replace(store.folder, folder);
  const states = readFileSync(copy);
  const before = statSync(copy).mtimeMs;
  expect(await syncedByStart(folder)).toContain(copy);
  expect(statSync(copy).mtimeMs).toBeGreaterThan(before);
  expect(readFileSync(copy).equals(states)).toBe(true);
  age(copy);
  await expect.poll(async () => (await syncedByStart(folder)).has(copy), { timeout: 60_000 }).toBe(false);
});

test.skipIf(!isLinux)('a full disk does not prevent a start, and a failing one does', async () => {
  const store = await start();
  await store.bundle('a', 5);
  await store.client.send(new DeleteObjectCommand(at('a1')));
  const folder = await snapshot(store);
  const events: string[] = [];
  let code = 'ENOSPC';
  const syncData = failing(() => code);
  const opened = await openDirectStore({ folder, syncData, log: ({ event }) => events.push(event) });
  expect(events).toContain('start_not_confirmed');
  expect((await opened.send('GET', 'a2')).status).toBe(200);
  await opened.close();
  code = 'EIO';
  await expect(openDirectStore({ folder: await snapshot(store), syncData })).rejects.toThrow(
    'make data durable',
  );
});

test.skipIf(!isLinux)('what a full disk did not make durable becomes durable at the next start', async () => {
  const store = await start();
  await store.bundle('a', 5);
  await store.client.send(new DeleteObjectCommand(at('a1')));
  const folder = await snapshot(store);
  const pack = only(store.packs()).replace(store.folder, folder);
  age(pack);
  const full = await openDirectStore({ folder, syncData: failing(() => 'ENOSPC') });
  await full.close();
  const synced = await syncedByStart(folder);
  expect([dirname(pack), pack].filter((path) => !synced.has(path))).toEqual([]);
});

test.skipIf(!isLinux)(
  'blobs whose removed record may come back are not removed until the removal is durable',
  async () => {
    const store = await start();
    await store.client.send(new PutObjectCommand({ ...at('large'), Body: bytes(100 * KIB) }));
    const folder = await snapshot(store);
    const blob = only(await store.blobs()).replace(store.folder, folder);
    rmSync(layoutOf(folder).object(BUCKET, 'large').file);
    const isThereAfter = async (syncData: (handle: { readonly fd: number }) => Promise<void>) => {
      const events: string[] = [];
      const log = ({ event }: { readonly event: string }): void => void events.push(event);
      const opened = await openDirectStore({ folder, syncData, log, limits: { orphanLifetimeMs: 0 } });
      await expect.poll(() => events).toContain('census');
      await opened.close();
      return existsSync(blob);
    };
    expect(await isThereAfter(failing(() => 'ENOSPC'))).toBe(true);
    expect(await isThereAfter(async () => undefined)).toBe(false);
  },
);

test.skipIf(!isLinux)('the folder and all parent folders created for it are durable', async () => {
  const above = await temporaryFolder();
  const synced = await syncedByStart(join(above, 'a', 'b', 'store'));
  for (const path of [above, join(above, 'a'), join(above, 'a', 'b')]) expect([...synced]).toContain(path);
  const there = join(above, 'there');
  mkdirSync(there);
  expect([...(await syncedByStart(there))]).not.toContain(dirname(there));
});
