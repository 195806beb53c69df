import { expect, type Locator, type Page, test } from '@playwright/test';
import { cutOff, judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const BIRDS = `kind;count;remark
Curlew;41;"Most of them
before midnight"
Bittern;1;=1+1
Starling;4270;
Avocet;9;wading
`;

test('a CSV file is a table that is ordered, searched and walked by keyboard', async ({ page }) => {
  const preview = await show(page, 'birds.csv', BIRDS);
  const grid = preview.getByRole('grid', { name: 'Table of birds.csv' });
  await expect(grid.getByRole('gridcell', { name: 'Curlew' })).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: '=1+1' })).toBeVisible();
  await expect(preview.getByText('Semicolon, UTF-8, first row is the header')).toBeVisible();
  await expect(preview.getByText('4 rows', { exact: true })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);

  await grid.getByRole('columnheader', { name: 'count' }).click();
  await expect(grid.getByRole('columnheader', { name: 'count' })).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(async () => await firstColumn(grid)).toEqual(['Bittern', 'Avocet', 'Curlew', 'Starling']);
  await grid.focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => await firstColumn(grid)).toEqual(['Starling', 'Curlew', 'Avocet', 'Bittern']);

  const value = preview.getByRole('status', { name: 'Selected cell' });
  await page.keyboard.press('ArrowDown');
  await expect(value).toHaveText('4270');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(value).toContainText('before midnight');
  await expect(preview).toBeVisible();

  const find = preview.getByRole('searchbox', { name: 'Find in this table' });
  await find.fill('WADING');
  await expect(preview.getByText('1 of 4 rows')).toBeVisible();
  await expect.poll(async () => await firstColumn(grid)).toEqual(['Avocet']);
  await find.fill('nowhere');
  await expect(preview.getByText('No rows match “nowhere”')).toBeVisible();
  await find.press('Escape');
  await expect(find).toHaveValue('');
  await expect(preview.getByText('4 rows', { exact: true })).toBeVisible();
});

test('a table fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const preview = await show(page, 'phone.csv', BIRDS);
  await expect(preview.getByRole('gridcell', { name: 'Curlew' })).toBeVisible();
  expect(await preview.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  expect(await cutOff(page)).toEqual([]);
});

test('from right to left, cells stand under their header', async ({ browser, page }) => {
  await show(page, 'rtl.csv', BIRDS);
  const storageState = await page.context().storageState();
  const arabic = await browser.newContext({ storageState, locale: 'ar' });
  const other = await arabic.newPage();
  await other.goto(page.url());
  const grid = other.getByRole('grid');
  const cell = await grid.getByRole('gridcell', { name: '4270' }).boundingBox();
  const header = await grid.getByRole('columnheader', { name: 'count' }).boundingBox();
  expect(cell?.x).toBe(header?.x);
  const first = await grid.getByRole('columnheader', { name: 'kind' }).boundingBox();
  expect(first?.x).toBeGreaterThan(header?.x ?? Number.POSITIVE_INFINITY);
  expect(await judge(other)).toEqual([]);
  await arabic.close();
});

test('a million rows are at hand from the first to the last', async ({ page }) => {
  const lines = ['number,word'];
  for (let number = 1; number <= 1_000_002; number += 1) lines.push(`${number},word ${number % 977}`);
  const preview = await show(page, 'million.csv', lines.join('\n'));
  const grid = preview.getByRole('grid');
  await expect(grid.getByRole('gridcell', { name: 'word 1', exact: true })).toBeVisible();
  await expect(preview.getByText('Showing the first 1,000,000 rows.')).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(grid.getByRole('gridcell', { name: 'word 529', exact: true })).toBeVisible();
  await preview.getByRole('searchbox').fill('word 976');
  await expect(preview.getByText('1,023 of 1,000,000 rows')).toBeVisible();
});

test('hostile tables are shown by their beginning, and the page answers', async ({ page }) => {
  const line = await show(page, 'line.csv', Buffer.alloc(50_000_000, 'abcdefghi,'));
  await expect(line.getByText('Showing the first 500 columns.')).toBeVisible();
  await expect(line.getByRole('gridcell', { name: 'abcdefghi' }).first()).toBeVisible();
  const started = Date.now();
  await line.getByRole('grid').focus();
  await page.keyboard.press('End');
  await expect(line.getByRole('gridcell').last()).toBeVisible();
  expect(Date.now() - started).toBeLessThan(10_000);

  const zeros = await show(page, 'zeros.csv', Buffer.from('a,b\n\0\0,2\n'));
  await expect(zeros.getByRole('gridcell', { name: '␀␀' })).toBeVisible();

  const wide = await show(page, 'sixteen.csv', Buffer.from('\ufeffName\tStadt\nJürgen\tKöln\n', 'utf16le'));
  await expect(wide.getByRole('gridcell', { name: 'Köln' })).toBeVisible();
  await expect(wide.getByText('Tab, UTF-16LE, first row is the header')).toBeVisible();

  const empty = await show(page, 'empty.csv', '');
  await expect(empty.getByText('This file is empty')).toBeVisible();
  const open = await show(page, 'open.csv', 'a,b\n"never closed,1\n2,3\n');
  await expect(open.getByText('1 row', { exact: true })).toBeVisible();
});

async function firstColumn(grid: Locator): Promise<readonly string[]> {
  return await grid.locator('[role=gridcell][aria-colindex="2"]').allTextContents();
}

async function show(page: Page, name: string, content: string | Buffer): Promise<Locator> {
  const folderId = await world.addFolder(`folder of ${name}`);
  return await world.preview(page, await world.person.upload(folderId, name, Buffer.from(content)));
}
