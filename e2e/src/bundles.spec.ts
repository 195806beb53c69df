import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { dropFiles } from './drop.ts';
import { storeProcessOf } from './kill-uploads/processes.ts';
import {
  headlineOf,
  sha256,
  slowDown,
  startTransferWorld,
  type OwnTransferWorld,
  trayOf,
  treeOf,
} from './transfers-world.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

let world: OwnTransferWorld;

test.beforeAll(async () => {
  world = await startTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

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

/** One form may carry many files. */
function countForms(page: Page): () => number {
  let forms = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).origin !== new URL(world.coffer.url).origin)
      forms += 1;
  });
  return () => forms;
}

test('300 small files, with an empty one and one of 1 MiB, are uploaded in a few requests', async ({
  page,
}) => {
  const folderId = await world.open(page, 'few');
  const disk = world.makeDisk('few');
  const tree = makeFolder(disk);
  const forms = countForms(page);
  await dropFiles(page, [join(disk, 'all')]);
  await expect(headlineOf(page, '300 files uploaded')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ all: null, ...tree });
  expect(forms()).toBeGreaterThan(0);
  expect(forms()).toBeLessThan(12);
});

test('a file deleted before it was read is reported, and the others are uploaded', async ({ page }) => {
  const folderId = await world.open(page, 'gone');
  const disk = world.makeDisk('gone');
  const { 'all/007.bin': _, ...rest } = makeFolder(disk);
  // The page reads files only after their folder exists.
  const removed = Promise.withResolvers<void>();
  await page.route('**/api/v1/**', async (route) => {
    if (route.request().method() === 'POST') await removed.promise;
    await route.continue();
  });
  await dropFiles(page, [join(disk, 'all')]);
  await expect(headlineOf(page, 'Uploading 0 of 300')).toBeVisible();
  rmSync(join(disk, 'all', '007.bin'));
  removed.resolve();
  await expect(headlineOf(page, 'Couldn’t upload 1 file')).toBeVisible({ timeout: 120_000 });
  await expect(trayOf(page).getByRole('listitem').first()).toContainText('007.bin');
  expect(await treeOf(world.person, folderId)).toEqual({ all: null, ...rest });
});

test('a large file waits for its code without delaying others', async ({ page }) => {
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
  await expect(headlineOf(page, '301 files uploaded')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({
    all: null,
    ...tree,
    'all/large.bin': sha256(large),
  });
  expect(asked).toBe(3);
});

test('a reload while bundles are sent resumes the folder automatically', async ({ page }) => {
  const folderId = await world.open(page, 'left');
  const disk = world.makeDisk('left');
  const tree = makeFolder(disk, 20 * KIB);
  await slowDown(page, 0.25);
  await dropFiles(page, [join(disk, 'all')]);
  await expect(headlineOf(page, /^Uploading [1-9]\d* of 300$/)).toBeVisible({ timeout: 120_000 });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await world.enter(page);
  await slowDown(page);
  await expect(headlineOf(page, /^\d+ files uploaded$/)).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ all: null, ...tree });
});

test('a store crash while bundles are sent uploads every file once', async ({ page }) => {
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
  await expect(headlineOf(page, '300 files uploaded')).toBeVisible({ timeout: 180_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ all: null, ...tree });
});
