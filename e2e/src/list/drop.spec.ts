import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { dropFiles } from '../drop.ts';
import { headlineOf } from '../transfers-world.ts';
import { row, joinTreeWorld, toast, type TreeWorld } from '../tree/tree-world.ts';

let world: TreeWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('files of the computer are dropped on a folder of the list, and on the list itself', async ({
  page,
}) => {
  const { folderId, reports } = await world.fill(page, 'drop on a row', ['a.txt']);
  const disk = world.makeDisk('dropped');
  const [one, other] = [join(disk, 'into folder.txt'), join(disk, 'into list.txt')];
  for (const path of [one, other]) writeFileSync(path, path);
  const box = await row(page, 'Reports').boundingBox();
  const at = { x: (box?.x ?? 0) + 300, y: (box?.y ?? 0) + 20 };
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [one], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await expect(page.getByText('Drop to upload to Reports')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('drop-on-folder.png') });
  await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
  await devtools.detach();
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  await expect(page.getByText(/Drop to upload/)).toHaveCount(0);
  expect(await world.names(reports)).toEqual(['into folder.txt']);
  await dropFiles(page, [other]);
  await expect(row(page, 'into list.txt')).toBeVisible();
  expect(await world.names(folderId)).toEqual(['Reports', 'a.txt', 'into list.txt']);
});

test('files that are dropped while the page loads are uploaded into its folder', async ({ page }) => {
  const { folderId } = await world.fill(page, 'drop at once', ['a.txt']);
  const disk = world.makeDisk('dropped at once');
  mkdirSync(join(disk, 'Letters'));
  writeFileSync(join(disk, 'Letters', 'inner.txt'), 'inner');
  writeFileSync(join(disk, 'early.txt'), 'early');
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.boot')).toBeAttached();
  await dropFiles(page, [join(disk, 'early.txt'), join(disk, 'Letters')]);
  code.resolve();
  await expect(headlineOf(page, '2 files uploaded')).toBeVisible();
  await expect
    .poll(async () => await world.names(folderId))
    .toEqual(expect.arrayContaining(['Letters', 'early.txt']));
});

test('files that are dropped on a page without a list neither replace it nor are uploaded later', async ({
  page,
}) => {
  const { folderId } = await world.fill(page, 'drop nowhere', ['a.txt']);
  const file = join(world.makeDisk('dropped nowhere'), 'nowhere.txt');
  writeFileSync(file, 'nowhere');
  await page.getByRole('link', { name: 'Recent' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recent' })).toBeVisible();
  const isRefused = page.evaluate(
    async () =>
      await new Promise((resolve) =>
        addEventListener('dragover', ({ defaultPrevented, dataTransfer }) =>
          resolve(defaultPrevented && dataTransfer?.dropEffect === 'none'),
        ),
      ),
  );
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data });
  }
  await devtools.detach();
  expect(await isRefused).toBe(true);
  await expect(page.getByRole('heading', { level: 1, name: 'Recent' })).toBeVisible();
  await page.goBack();
  await expect(row(page, 'a.txt')).toBeVisible();
  expect(await world.names(folderId)).toEqual(['Reports', 'a.txt']);
});

test('rows that are dragged with Ctrl are copied', async ({ page }) => {
  const { folderId, reports } = await world.fill(page, 'drag a copy', ['a.txt', 'b.txt']);
  const from = await row(page, 'a.txt').boundingBox();
  const to = await row(page, 'Reports').boundingBox();
  await page.mouse.move((from?.x ?? 0) + 300, (from?.y ?? 0) + 20);
  await page.mouse.down();
  await page.keyboard.down('Control');
  await page.mouse.move((to?.x ?? 0) + 300, (to?.y ?? 0) + 20, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up('Control');
  await expect(toast(page, /Copied/)).toBeVisible();
  expect(await world.names(folderId)).toEqual(['Reports', 'a.txt', 'b.txt']);
  expect(await world.names(reports)).toEqual(['a.txt']);
});
