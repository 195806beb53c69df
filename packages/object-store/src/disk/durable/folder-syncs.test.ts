import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderSyncs } from './folder-syncs.ts';

let folder: string;
let begun: PromiseWithResolvers<void>[];
let syncs: FolderSyncs;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-syncs-'));
  begun = [];
  syncs = new FolderSyncs(async () => {
    const sync = Promise.withResolvers<void>();
    begun.push(sync);
    await sync.promise;
  });
});
afterEach(async () => {
  await syncs.close();
  await rm(folder, { recursive: true });
});

const count = () => begun.length;

test('a writer that arrives during a sync of a folder waits for the next sync, and shares it', async () => {
  const first = syncs.sync(folder);
  await expect.poll(count).toBe(1);
  let isSecondDone = false;
  const others = [syncs.sync(folder), syncs.sync(folder), syncs.sync(folder)];
  void others[0]?.then(() => (isSecondDone = true));
  begun[0]?.resolve();
  await first;
  await expect.poll(count).toBe(2);
  expect(isSecondDone).toBe(false);
  begun[1]?.resolve();
  await Promise.all(others);
  expect(count()).toBe(2);
});

test('a failed sync is reported to its waiters only', async () => {
  const first = syncs.sync(folder);
  await expect.poll(count).toBe(1);
  const next = syncs.sync(folder);
  begun[0]?.reject(new Error('full'));
  await expect(first).rejects.toThrow('full');
  await expect.poll(count).toBe(2);
  begun[1]?.resolve();
  await expect(next).resolves.toBeUndefined();
});
