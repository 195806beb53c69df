import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeId, NodeView } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { createPng } from '../sample-files.ts';
import { choose, joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

const NAMES = Array.from({ length: 12 }, (_, index) => `picture ${index + 10}.png`);
const DAMAGED = 'damaged.jpg';

let world: TransferWorld;

test.use({ viewport: { width: 1280, height: 800 } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});
test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('thumbnails of uploaded pictures appear without a reload, and a damaged one keeps its symbol', async ({
  page,
}) => {
  const disk = world.makeDisk('pictures');
  for (const [index, name] of NAMES.entries()) {
    writeFileSync(join(disk, name), createPng(600 + index, 400));
  }
  writeFileSync(join(disk, DAMAGED), 'this is no picture');
  const folderId = await world.open(page, 'pictures');
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await choose(page, ...[...NAMES, DAMAGED].map((name) => join(disk, name)));
  for (const name of NAMES) await expect(loadedIn(tile(page, name))).toHaveCount(1);
  expect(await loadedIn(tile(page, NAMES[0] ?? '')).evaluate(widthOf)).toBe(512);
  await expect.poll(async () => await stateOf(folderId, DAMAGED)).toBe('none');
  await expect(tile(page, DAMAGED).locator('[data-kind="image"]').first()).toBeVisible();
  await expect(tile(page, DAMAGED).locator('img')).toHaveCount(0);
  expect(await judge(page)).toEqual([]);

  await page.getByRole('button', { name: 'List', exact: true }).click();
  const row = page.getByRole('row', { name: NAMES[0] ?? '' });
  await expect(loadedIn(row)).toHaveCount(1);
  expect(await loadedIn(row).evaluate(widthOf)).toBe(256);
  const [picture, line] = [await loadedIn(row).boundingBox(), await row.boundingBox()];
  expect(picture?.height, 'the picture stays in its row').toBeLessThan(line?.height ?? 0);
  expect(await judge(page)).toEqual([]);

  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('picture 12');
  await expect(loadedIn(page.getByRole('option', { name: /picture 12/ }).first())).toHaveCount(1);
});

test('a folder shows its pictures blurred before anything of them is loaded, and sharp ones in the same place', async ({
  page,
}) => {
  const folderId = await world.open(page, 'blurred');
  await world.person.upload(folderId, 'meadow.png', createPng(600, 400));
  await expect.poll(async () => await stateOf(folderId, 'meadow.png')).toBe('ready');
  const held = Promise.withResolvers<undefined>();
  await page.route(/\/batch\/thumbnails$/, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await page.reload();
  const blurred = tile(page, 'meadow.png').locator('[style*="data:image/png"]');
  await expect(blurred).toBeVisible();
  const place = await blurred.boundingBox();
  expect(place?.width).toBeGreaterThan(100);
  await expect(tile(page, 'meadow.png').locator('[data-kind]')).toHaveCount(0);
  held.resolve(undefined);
  await expect(loadedIn(tile(page, 'meadow.png'))).toHaveCount(1);
  expect(await loadedIn(tile(page, 'meadow.png')).boundingBox()).toEqual(place);
  await expect(blurred).toHaveCSS('visibility', 'hidden');
});

test('tiles of texts show how they begin, others under the name of a text keep their symbol', async ({
  page,
}) => {
  const folderId = await world.open(page, 'texts');
  const files: Readonly<Record<string, Buffer>> = {
    'minutes.md': Buffer.from('# Minutes of May\n<img src=x onerror=alert(1)>\n'),
    'رسالة.txt': Buffer.from('مرحبا بكم\n'),
    'utf-16.txt': Buffer.from('\ufeffHarvest plan\n', 'utf16le'),
    'empty.txt': Buffer.alloc(0),
    'not a text.txt': Buffer.from([0, 1, 2, 3, 0xff, 0xfe, 0, 0]),
  };
  for (const [name, content] of Object.entries(files)) await world.person.upload(folderId, name, content);
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await expect(linesIn(tile(page, 'minutes.md'))).toHaveAttribute(
    'data-lines',
    /^# Minutes of May\n<img src=x onerror=alert\(1\)>/,
  );
  await expect(linesIn(tile(page, 'رسالة.txt'))).toHaveAttribute('data-lines', /^مرحبا بكم/);
  await expect(linesIn(tile(page, 'utf-16.txt'))).toHaveAttribute('data-lines', /^Harvest plan/);
  for (const name of ['empty.txt', 'not a text.txt']) {
    await expect(tile(page, name).locator('svg').first()).toBeVisible();
    await expect(linesIn(tile(page, name))).toHaveCount(0);
  }
  expect(await judge(page)).toEqual([]);
});

test('where the store has lost a thumbnail, the page shows the symbol and then the thumbnail drawn again', async ({
  page,
}) => {
  const disk = world.makeDisk('lost');
  writeFileSync(join(disk, 'lost.png'), createPng(300, 300));
  const folderId = await world.open(page, 'lost');
  let failures = 0;
  await page.route(/\/renditions\//, async (route) => {
    failures += 1;
    await (failures === 1 ? route.fulfill({ status: 404 }) : route.fallback());
  });
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await choose(page, join(disk, 'lost.png'));
  await expect.poll(async () => await stateOf(folderId, 'lost.png')).toBe('ready');
  await expect(loadedIn(tile(page, 'lost.png'))).toHaveCount(1);
  expect(failures).toBe(2);
});

function tile(page: Page, name: string): Locator {
  return page.getByRole('gridcell', { name: new RegExp(`^${name.replace('.', '\\.')}`) });
}

function loadedIn(place: Locator): Locator {
  return place.locator('img[data-loaded]');
}

function widthOf(image: Element): number {
  return image instanceof HTMLImageElement ? image.naturalWidth : 0;
}

async function stateOf(folderId: NodeId, name: string): Promise<string | undefined> {
  const { items } = await world.person.call('listChildren', { params: { nodeId: folderId } });
  const node: NodeView | undefined = items.find((item) => item.name === name);
  if (node?.versionId === null || node === undefined) return undefined;
  const files = [{ nodeId: node.id, versionId: node.versionId }];
  const { items: states } = await world.person.call('getThumbnails', { body: { files } });
  return states[0]?.state;
}

function linesIn(part: Locator): Locator {
  return part.locator('[data-lines]');
}
