// Small files, which go to the store by the hundred: none is lost, doubled or held up by another, whatever ends in between.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { dropFiles } from './drop.ts';
import { storeProcessOf } from './kill-uploads/processes.ts';
import {
  enterWhereAsked,
  headlineOf,
  sha256,
  slowDown,
  startTransferWorld,
  type TransferWorld,
  trayOf,
  treeOf,
} from './transfers-world.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

let world: TransferWorld;

test.beforeAll(async () => {
  world = await startTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** A folder of 300 files of different sizes: an empty one, one of 1 MiB to the byte, and one that goes by itself. */
function makeFolder(disk: string, bytes = 100): Record<string, string> {
  const tree: Record<string, string> = {};
  mkdirSync(join(disk, 'all'), { recursive: true });
  const sizes = [0, MIB, MIB + 1, ...Array.from({ length: 297 }, (_, number) => bytes + number)];
  for (const [number, size] of sizes.entries()) {
    const content = randomBytes(size);
    const name = `${String(number).padStart(3, '0')}.bin`;
    writeFileSync(join(disk, 'all', name), content);
    tree[`all/${name}`] = sha256(content);
  }
  return tree;
}

/** Ends the process of the store, once there is another one than that which was ended before. */
async function killStore(before: number | undefined): Promise<number> {
  const found = (): number | undefined => {
    const store = storeProcessOf(world.coffer.pid);
    return store === before ? undefined : store;
  };
  await expect.poll(found, { message: 'the application has a process for its store' }).toBeDefined();
  const store = found();
  if (store === undefined) throw new Error('the store has ended by itself');
  process.kill(store, 'SIGKILL');
  return store;
}

/** Forms that have left the page: how many files each of them carries is for the store to say. */
function countForms(page: Page): () => number {
  let forms = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).origin !== new URL(world.coffer.url).origin)
      forms += 1;
  });
  return () => forms;
}

test('300 small files, an empty one and one of 1 MiB among them, arrive in a few requests', async ({
  page,
}) => {
  const folderId = await world.open(page, 'few');
  const disk = world.makeDisk('few');
  const tree = makeFolder(disk);
  const forms = countForms(page);
  await dropFiles(page, [join(disk, 'all')]);
  await expect(headlineOf(page, '300 files are here')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ all: null, ...tree });
  expect(forms()).toBeGreaterThan(0);
  expect(forms()).toBeLessThan(12);
});

test('one that went away before it was read is told of, and the others arrive', async ({ page }) => {
  const folderId = await world.open(page, 'gone');
  const disk = world.makeDisk('gone');
  const { 'all/007.bin': _, ...rest } = makeFolder(disk);
  // Nothing is read before there is a folder for it.
  const removed = Promise.withResolvers<void>();
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() === 'POST') await removed.promise;
    await route.continue();
  });
  await dropFiles(page, [join(disk, 'all')]);
  await expect(headlineOf(page, 'Uploading 0 of 300')).toBeVisible();
  rmSync(join(disk, 'all', '007.bin'));
  removed.resolve();
  await expect(headlineOf(page, '1 file could not be uploaded')).toBeVisible({ timeout: 120_000 });
  await expect(trayOf(page).getByRole('listitem').first()).toContainText('007.bin');
  expect(await treeOf(world.person, folderId)).toEqual({ all: null, ...rest });
});

test('a file that goes by itself waits for the code that takes it, and holds no other up', async ({
  page,
}) => {
  const folderId = await world.open(page, 'waiting');
  const disk = world.makeDisk('waiting');
  const tree = makeFolder(disk);
  const large = randomBytes(9 * MIB);
  writeFileSync(join(disk, 'all', 'large.bin'), large);
  let asked = 0;
  await page.route('**/assets/single-file-*.js', async (route) => {
    asked += 1;
    if (asked > 2) await route.continue();
    else await route.abort();
  });
  await dropFiles(page, [join(disk, 'all')]);
  await expect(headlineOf(page, '301 files are here')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({
    all: null,
    ...tree,
    'all/large.bin': sha256(large),
  });
  expect(asked).toBe(3);
});

test('the page is loaded anew in the middle of its bundles, and the folder goes on by itself', async ({
  page,
}) => {
  const folderId = await world.open(page, 'left');
  const disk = world.makeDisk('left');
  const tree = makeFolder(disk, 20 * KIB);
  await slowDown(page, 0.25);
  await dropFiles(page, [join(disk, 'all')]);
  await expect(headlineOf(page, /^Uploading [1-9]\d* of 300$/)).toBeVisible({ timeout: 60_000 });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await enterWhereAsked(page);
  await slowDown(page);
  await expect(headlineOf(page, /^\d+ files are here$/)).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ all: null, ...tree });
});

test('the store dies with bundles on their way, and every file arrives once', async ({ page }) => {
  test.skip(
    process.platform !== 'linux' || process.env['COFFER_E2E_S3'] !== undefined,
    'needs our own store',
  );
  const folderId = await world.open(page, 'killed');
  const disk = world.makeDisk('killed');
  const tree = makeFolder(disk, 20 * KIB);
  await slowDown(page, 0.5);
  await dropFiles(page, [join(disk, 'all')]);
  let killed: number | undefined;
  for (const left of [/^Uploading \d+ of 300$/, /^Uploading [1-9]\d* of 300$/]) {
    await expect(headlineOf(page, left)).toBeVisible({ timeout: 120_000 });
    killed = await killStore(killed);
  }
  await slowDown(page);
  await expect(headlineOf(page, '300 files are here')).toBeVisible({ timeout: 180_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ all: null, ...tree });
});
