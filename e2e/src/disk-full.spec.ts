import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MIB } from '@coffer/kit';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { CAN_MOUNT, mountSmallDisk } from '@coffer/testing/small-disk';
import { expect, test } from '@playwright/test';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { Person } from './person.ts';

/** More than the free space that Coffer needs to create its reserve. */
const DISK_BYTES = 1024 * MIB;
/** Less than the free space at which Coffer frees its reserve. */
const NEARLY_NOTHING_BYTES = 24 * MIB;
const CONTENT = Buffer.from('kept while the disk was full\n');

const FINE = '"disk":{"state":"ok"}';
const FULL = '"disk":{"state":"failed","code":"storage_full"}';

async function readiness(coffer: CofferProcess): Promise<string> {
  return await (await fetch(`${coffer.url}/readyz`)).text();
}

test('on a full disk files are read and deleted, new ones are refused, and with room all goes on', async () => {
  test.skip(!CAN_MOUNT, 'needs a file system of its own');
  await using disk = mountSmallDisk(DISK_BYTES);
  const dataFolder = join(disk.path, 'data');
  await using coffer = await startCoffer({ dataFolder, isFirstStart: true });
  await welcome(coffer);
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const parentId = personalSpace.rootId;
  const kept = await ada.upload(parentId, 'kept.txt', CONTENT);
  const spare = await ada.upload(parentId, 'spare.txt', CONTENT);
  const createFolder = async (name: string) => await ada.call('createFolder', { body: { parentId, name } });
  await expect.poll(async () => await readiness(coffer)).toContain(FINE);
  expect(existsSync(join(dataFolder, 'reserve'))).toBe(true);

  disk.fillUpTo(NEARLY_NOTHING_BYTES);
  await expect.poll(async () => await readiness(coffer)).toContain(FULL);
  expect(existsSync(join(dataFolder, 'reserve'))).toBe(false);
  disk.fillUpTo(NEARLY_NOTHING_BYTES);
  await expect(createFolder('new')).rejects.toThrow('507 storage_full');
  await expect(ada.upload(parentId, 'new.txt', CONTENT)).rejects.toThrow('507 storage_full');
  expect((await ada.download(kept.id)).equals(CONTENT)).toBe(true);
  const trashed = await ada.call('trashNodes', { body: { ids: [spare.id] } });
  expect(trashed.items).toMatchObject([{ id: spare.id, ok: true }]);

  disk.clear();
  await expect.poll(async () => await readiness(coffer)).toContain(FINE);
  expect(existsSync(join(dataFolder, 'reserve'))).toBe(true);
  await createFolder('new');
  const restored = await ada.call('restoreNodes', { body: { ids: [spare.id] } });
  expect(restored.items).toMatchObject([{ id: spare.id, ok: true }]);
});
