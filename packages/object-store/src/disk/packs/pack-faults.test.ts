import { readFileSync, readlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { defined } from '@coffer/kit';
import { afterEach, expect, test, vi } from 'vitest';
import { BUCKET, bytes, type LiveStore } from '../../testing/live-store.world.ts';
import { sendBundle } from '../../testing/signed-bundle.world.ts';
import { formSender } from '../../testing/signed-form.world.ts';
import type { Faults } from '../durable/failing-fs.world.ts';
import { readPackHead, slotsIn } from './pack-file.ts';
import { age, at, expected, levels, only, start } from './packed-store.world.ts';

const faults = vi.hoisted((): Faults => ({ on: undefined }));
vi.mock('node:fs/promises', async (original) => {
  const { failingPromises } = await import('../durable/failing-fs.world.ts');
  return failingPromises(await original(), faults);
});
afterEach(() => {
  faults.on = undefined;
});

const isBlob = ({ fd }: { readonly fd: number }): boolean =>
  /\/blobs\/[0-9a-f]{2}\/[0-9a-f]{32}$/.test(readlinkSync(`/proc/self/fd/${fd}`));
const failure = (code: string): Error => Object.assign(new Error(code), { code });
const LARGE = new Map([
  ['large', bytes(300_000)],
  ['small', bytes(10)],
]);

test.skipIf(process.platform !== 'linux')(
  'a large file of a bundle is durable before it is acknowledged',
  async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let held = 0;
    const store = await start({
      syncData: async (handle) => {
        if (isBlob(handle)) {
          held += 1;
          await released;
        }
        await handle.datasync();
      },
    });
    let isAnswered = false;
    const send = async (): Promise<void> => {
      await sendBundle(store.url, LARGE);
      isAnswered = true;
    };
    const sent = send();
    await expect.poll(() => held).toBe(1);
    await pause(300);
    expect(isAnswered).toBe(false);
    release();
    await sent;
    expect([...(await store.all()).keys()]).toEqual(['large', 'small']);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a disk that is full for a large file of a bundle rejects it and leaves nothing behind',
  async () => {
    const store = await start({
      syncData: async (handle) => {
        if (isBlob(handle)) throw failure('ENOSPC');
        await handle.datasync();
      },
    });
    await expect(sendBundle(store.url, LARGE)).rejects.toThrow('InsufficientStorage');
    const { contentOf } = formSender(() => store);
    expect(await contentOf('large')).toBeUndefined();
    await expect.poll(() => store.blobs()).toEqual([]);
    await store.restart();
    expect(await contentOf('large')).toBeUndefined();
  },
);

const NEW = bytes(300_000, 9);
const liveIn = (pack: string): readonly number[] =>
  slotsIn(defined(readPackHead(readFileSync(pack)), 'readable'), 'live');
const touch = (pack: string): void => utimesSync(join(pack, '..'), new Date(), new Date());

const leavingFails: [string, string, 'open' | 'write'][] = [
  ['a disk without room to write in place', 'ENOSPC', 'write'],
  ['too many open files', 'EMFILE', 'open'],
  ['a disk that fails', 'EIO', 'write'],
];
const failToLeave = (code: string, name: 'open' | 'write'): void => {
  faults.on = (call) =>
    call.name === name && call.flags === 'r+' && call.path.endsWith('.pack') ? code : undefined;
};

const overwrites: [string, (store: LiveStore) => Promise<unknown>][] = [
  ['an overwrite', (store) => store.client.send(new PutObjectCommand({ ...at('a1'), Body: NEW }))],
  [
    'a copy',
    (store) => store.client.send(new CopyObjectCommand({ ...at('a1'), CopySource: `${BUCKET}/source` })),
  ],
  [
    'a completed upload',
    async ({ client }) => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at('a1')));
      const part = { ...at('a1'), UploadId, PartNumber: 1, Body: NEW };
      const { ETag } = await client.send(new UploadPartCommand(part));
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
      await client.send(new CompleteMultipartUploadCommand({ ...at('a1'), UploadId, MultipartUpload }));
    },
  ],
];

test.each(
  overwrites.flatMap(([over, overwrite]) =>
    leavingFails.map(([fault, code, call]) => ({ over, overwrite, fault, code, call })),
  ),
)(
  '$over remains if $fault keeps its older state in a pack, and that state does not come back',
  async ({ overwrite, code, call }) => {
    const store = await start();
    const { contentOf } = formSender(() => store);
    await store.client.send(new PutObjectCommand({ ...at('source'), Body: NEW }));
    await store.bundle('a', 5);
    const pack = only(store.packs());
    failToLeave(code, call);
    await overwrite(store);
    expect((await contentOf('a1'))?.equals(NEW)).toBe(true);
    expect(liveIn(pack)).toEqual([0, 1, 2, 3, 4]);
    const removal = store.client.send(new DeleteObjectCommand(at('a1')));
    await expect(removal).rejects.toThrow(code === 'ENOSPC' ? 'no space left' : 'internal error');
    age(pack);
    await store.restart();
    expect((await contentOf('a1'))?.equals(NEW)).toBe(true);
    age(pack);
    await store.restart();
    faults.on = undefined;
    await store.client.send(new DeleteObjectCommand(at('a1')));
    expect(liveIn(pack)).toEqual([0, 2, 3, 4]);
    touch(pack);
    await store.restart();
    expect([...(await store.all()).keys()]).toEqual(['a0', 'a2', 'a3', 'a4', 'source']);
    expect(store.log.map(({ event }) => event)).toContain('place_not_given_up');
    expect(levels(store).filter((event) => event !== 'request_failed')).toEqual([]);
  },
);

test('the next write or start removes the older state, whatever the key cache contains', async () => {
  const store = await start();
  await store.bundle('a', 5);
  const pack = only(store.packs());
  failToLeave('ENOSPC', 'write');
  for (const key of ['a1', 'a2']) await store.client.send(new PutObjectCommand({ ...at(key), Body: 'new' }));
  faults.on = undefined;
  await store.client.send(new PutObjectCommand({ ...at('a1'), Body: 'newer' }));
  expect(liveIn(pack)).toEqual([0, 2, 3, 4]);
  age(pack);
  await store.restart();
  expect(liveIn(pack)).toEqual([0, 3, 4]);
  expect(await store.all()).toEqual(new Map([...expected('a', 5), ['a1', 'newer'], ['a2', 'new']]));
  expect(levels(store)).toEqual([]);
});

test('a removal that cannot be made durable stops the store, and the next start reads the state on disk', async () => {
  let isFull = false;
  const store = await start({
    syncData: async (handle) => {
      if (isFull) throw failure('ENOSPC');
      await handle.datasync();
    },
  });
  await store.bundle('a', 5);
  isFull = true;
  const removal = store.client.send(new DeleteObjectCommand(at('a1')));
  await expect(removal).rejects.toThrow('internal error');
  isFull = false;
  expect(levels(store)).toContain('disk_failed');
  await store.restart();
  expect([...(await store.all()).keys()]).toEqual(['a0', 'a2', 'a3', 'a4']);
});

test.each([
  { what: 'rewritten', keys: ['a0', 'a1', 'a2', 'a3'], name: 'readFile', code: 'EIO' },
  { what: 'rewritten', keys: ['a0', 'a1', 'a2', 'a3'], name: 'readFile', code: 'EMFILE' },
  { what: 'removed', keys: ['a0', 'a1', 'a2', 'a3', 'a4'], name: 'unlink', code: 'EACCES' },
])(
  'a removal from a pack is effective, even if the pack cannot be $what ($code)',
  async ({ keys, name, code }) => {
    const store = await start();
    await store.bundle('a', 5);
    const pack = only(store.packs());
    await store.restart();
    faults.on = (call) => (call.name === name && call.path === pack ? code : undefined);
    for (const key of keys) await store.client.send(new DeleteObjectCommand(at(key)));
    const { contentOf } = formSender(() => store);
    for (const key of keys) {
      expect(await contentOf(key)).toBeUndefined();
      await store.client.send(new PutObjectCommand({ ...at(key), Body: 'again' }));
      expect(String(await contentOf(key))).toBe('again');
    }
    expect(levels(store)).toEqual([]);
    expect(store.log.map(({ event }) => event)).toContain('pack_not_shrunk');
    faults.on = undefined;
    touch(pack);
    await store.restart();
    expect(store.packs()).toHaveLength(keys.length === 5 ? 0 : 1);
    expect((await store.all()).get('a0')).toBe('again');
  },
);
