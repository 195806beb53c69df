// docs/decisions/0152-search-in-a-folder.md
import { expect, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTreeWorld, type TreeWorld } from '../tree/tree-world.ts';

let world: TreeWorld;

test.beforeAll(async () => {
  world = await joinTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('a search stays in the folder of the page, at any depth, until that is taken off', async ({ page }) => {
  const { folderId, reports } = await world.fill(page, 'quays', ['lantern one.txt']);
  const deep = (await world.makeFolder(reports, 'Deep')).id;
  await world.person.upload(deep, 'lantern two.txt', Buffer.from('the harbourmaster'));
  const elsewhere = await world.addFolder('elsewhere');
  await world.person.upload(elsewhere, 'lantern three.txt', Buffer.from('three'));

  const box = page.getByRole('combobox', { name: 'Search' });
  const chip = page.getByRole('button', { name: 'In this folder' });
  const option = (name: string) => page.getByRole('option', { name });
  await expect(chip).toHaveCount(0);
  await box.focus();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('lantern');
  await expect(option('lantern one.txt')).toContainText('quays');
  await expect(option('lantern two.txt')).toContainText('Deep');
  await expect(option('lantern three.txt')).toHaveCount(0);
  await chip.click();
  await expect(option('lantern three.txt')).toBeVisible();
  await expect(box).toBeFocused();
  await chip.click();
  await expect(option('lantern three.txt')).toHaveCount(0);
  await page.keyboard.press('Enter');

  await expect(
    page.getByRole('heading', { level: 1, name: 'Results for “lantern” in “quays”' }),
  ).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`folder=${folderId}`));
  const results = page.getByRole('list', { name: 'Search results' });
  await expect(results.getByRole('listitem')).toHaveCount(2);
  expect(await judge(page)).toEqual([]);
  await page.reload();
  await expect(results.getByRole('listitem')).toHaveCount(2);
  await page.goto(`${world.coffer.url}/search?q=lantern&in=name&folder=${deep}`);
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'Files › quays › Reports › Deep' }),
  ).toBeVisible();
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Deep', exact: true }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Everywhere' }).press('Enter');
  await expect(results.getByRole('listitem')).toHaveCount(3);

  await page.goto(`${world.coffer.url}/search?q=three&in=name&folder=${folderId}`);
  await expect(page.getByRole('heading', { name: 'No results for “three” in this folder' })).toBeVisible();
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await expect(results.getByRole('link', { name: 'lantern three.txt', exact: true })).toBeVisible();
  await page.goto(
    `${world.coffer.url}/search?q=three&folder=${elsewhere.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`,
  );
  await expect(page.getByRole('heading', { name: 'Couldn’t find this folder' })).toBeVisible();
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await expect(results.getByRole('link', { name: 'lantern three.txt', exact: true })).toBeVisible();
});
