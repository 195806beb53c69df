import { expect, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { startTransferWorld, type TransferWorld } from '../transfers-world.ts';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await startTransferWorld();
  await world.person.call('createSpace', {
    body: { name: 'Harbour garden', description: '', color: 'green' },
  });
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('Ctrl+K goes to spaces and pages by their names, with the keyboard alone', async ({ page }) => {
  await world.open(page, 'Harvest');
  const box = page.getByRole('combobox', { name: 'Search' });
  const options = page.getByRole('listbox', { name: 'Best matches' }).getByRole('option');
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await expect(options.filter({ hasText: 'Harbour garden' })).toBeVisible();
  await expect(options.filter({ hasText: 'Trash' })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.type('appea');
  await expect(options.filter({ hasText: 'Appearance' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(options.filter({ hasText: 'Appearance' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('HARB');
  await expect(options.filter({ hasText: 'Harbour garden' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour garden' })).toBeVisible();
});

test('files come before pages, and Escape closes what Ctrl+K opened', async ({ page }) => {
  const folderId = await world.open(page, 'Paper');
  await world.person.upload(folderId, 'trash day.txt', Buffer.from('trash'));
  const box = page.getByRole('combobox', { name: 'Search' });
  const options = page.getByRole('listbox', { name: 'Best matches' }).getByRole('option');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('trash');
  await expect(options).toHaveText([/trash day\.txt/, /Trash.*Go to/, /All results for/]);
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(box).not.toBeFocused();
});
