import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  choose,
  headlineOf,
  rowOf,
  joinTransferWorld,
  type TransferWorld,
  trayOf,
} from '../transfers-world.ts';

let world: TransferWorld;

test.use({ viewport: { width: 1280, height: 720 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('after success the tray collapses, and its rows link to the files', async ({ page }) => {
  await page.clock.install();
  await world.open(page, 'folds');
  const disk = world.makeDisk('folds');
  writeFileSync(join(disk, 'letter.txt'), 'Dear reader');
  await choose(page, join(disk, 'letter.txt'));
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  const folder = page.url();
  await page.getByRole('navigation', { name: 'Folder path' }).getByRole('link', { name: 'Files' }).click();
  await rowOf(page, 'letter.txt').getByRole('link', { name: 'letter.txt' }).click();
  const row = page.getByRole('row', { name: /^letter\.txt/ });
  await expect(row).toBeFocused();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  expect(page.url(), 'the folder, without what was selected').toBe(folder);
  await page.mouse.move(300, 300);
  await page.clock.fastForward(6_000);
  await expect(trayOf(page).getByRole('list')).toHaveCount(0);
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  await trayOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(trayOf(page)).toHaveCount(0);
});

test('the last row of a list can be scrolled above the tray', async ({ page }) => {
  await world.open(page, 'covered');
  const disk = world.makeDisk('covered');
  const names = Array.from({ length: 40 }, (_, number) => `row ${String(number + 10)}.txt`);
  for (const name of names) writeFileSync(join(disk, name), randomBytes(10));
  await choose(page, ...names.map((name) => join(disk, name)));
  await expect(headlineOf(page, '40 files uploaded')).toBeVisible();
  await trayOf(page).hover();
  const last = page.getByRole('row', { name: /^row 49\.txt/ });
  await page.getByRole('row', { name: /^row 10\.txt/ }).focus();
  await page.keyboard.press('End');
  await expect(last).toBeFocused();
  await expect
    .poll(async () => {
      const [row, tray] = [await last.boundingBox(), await trayOf(page).boundingBox()];
      return row !== null && tray !== null && row.y + row.height <= tray.y;
    })
    .toBe(true);
});

test('the focus stays on the page when the row of a background action goes', async ({ page }) => {
  const folderId = await world.addFolder('acted on');
  for (const name of ['one.txt', 'two.txt']) {
    const { id } = await world.person.upload(folderId, name, Buffer.from(name));
    await world.person.call('trashNodes', { body: { ids: [id] } });
  }
  const { items } = await world.person.call('listJobs', { query: { only: 'undoable', limit: '2' } });
  let running = items.map((job) => ({ ...job, state: 'running' }));
  await page.route(/\/api\/v1\/jobs\?.*only=running/, async (route) => {
    await route.fulfill({ json: { items: running } });
  });
  await page.route('**/api/v1/jobs/*/cancel', async (route) => {
    running = running.filter(({ id }) => !route.request().url().includes(id));
    await route.fulfill({ json: {} });
  });
  await world.visit(page, `/${folderId}`);
  const tray = page.getByRole('region', { name: 'Background actions' });
  const stop = tray.getByRole('button', { name: 'Stop' });
  await expect(stop).toHaveCount(2);
  await stop.first().press('Enter');
  await expect(stop).toHaveCount(1);
  await expect(stop).toBeFocused();
  const undo = tray.getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(undo).toHaveCount(2);
  await expect(tray.locator(':focus')).toHaveCount(1);
  await undo.first().press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'acted on' });
  await expect(heading).toBeFocused();
  await expect(undo).toHaveCount(1);
  await tray.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(tray).toHaveCount(0);
  await expect(heading).toBeFocused();
});

test('a phone shows the size and the original place of trashed items', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const folderId = await world.open(page, 'origin');
  const { id } = await world.person.upload(folderId, 'scrap.png', Buffer.alloc(2_048));
  await world.person.call('trashNodes', { body: { ids: [id] } });
  await page.goto(`${world.coffer.url}/trash`);
  const row = page.getByRole('row', { name: /^scrap\.png/ });
  await expect(row.getByText(/^2 kB · origin · until \d/i)).toBeVisible();
  await expect(page.getByRole('row', { name: 'scrap.png, from Files / origin' })).toBeVisible();
  await context.close();
});

test('on a phone what an earlier page left begins folded, and gives way to what was searched', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 667 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const folderId = await world.open(page, 'left');
  for (const name of ['letter.txt', ...Array.from({ length: 9 }, (_, at) => `letter ${at}.txt`)])
    await world.person.upload(folderId, name, Buffer.from('Dear reader'));
  const disk = world.makeDisk('left');
  writeFileSync(join(disk, 'letter.txt'), 'Dear writer');
  await choose(page, join(disk, 'letter.txt'));
  await page.getByRole('dialog').getByRole('button', { name: 'Later' }).last().tap();
  await expect(headlineOf(page, '1 file needs a decision')).toBeVisible();
  page.once('dialog', (leaving) => void leaving.accept());
  await page.reload();
  await expect(headlineOf(page, '1 upload was interrupted')).toBeVisible();
  const again = trayOf(page).getByRole('button', { name: 'Choose file again' });
  await expect(again).toHaveCount(0);
  await trayOf(page).getByRole('button', { name: 'Show all' }).tap();
  await expect(again).toBeVisible();
  await page.getByRole('button', { name: 'Search', exact: true }).tap();
  await page.getByRole('combobox', { name: 'Search' }).fill('letter');
  await expect(page.getByRole('option')).toHaveCount(10);
  const { x, y } = (await trayOf(page).boundingBox()) ?? { x: 0, y: 0 };
  expect((await page.getByRole('option').last().boundingBox())?.y, 'they meet').toBeGreaterThan(y);
  const isCovered = await trayOf(page).evaluate(
    (tray, [left, top]) => !tray.contains(document.elementFromPoint(left + 20, top + 4)),
    [x, y] as const,
  );
  expect(isCovered).toBe(true);
  await context.close();
});
