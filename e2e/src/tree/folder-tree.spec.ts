import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { row, joinTreeWorld, toast, type TreeWorld } from './tree-world.ts';

let world: TreeWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('the tree follows the open folder, is walked by keyboard, and is remembered', async ({ page }) => {
  const { reports } = await world.fill(page, 'walked', ['a.txt']);
  const deep = await world.makeFolder(reports, 'Deep');
  await world.makeFolder(reports, 'Other');
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await expect(item(page, 'walked')).toHaveAttribute('aria-current', 'page');
  expect(await judge(page)).toEqual([]);
  await item(page, 'walked').focus();
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'Reports')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'Reports')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'Other')).toBeVisible();
  await page.keyboard.press('o');
  await expect(item(page, 'Other')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(item(page, 'Reports')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(item(page, 'Reports')).toHaveAttribute('aria-current', 'page');
  await expect(item(page, 'Deep')).toHaveAttribute('aria-level', '3');
  // It is open down to the folder of a deep link too, and new folders appear by themselves.
  await page.goto(page.url().replace(reports, deep.id));
  await expect(item(page, 'Deep')).toHaveAttribute('aria-current', 'page');
  await world.makeFolder(reports, 'Added');
  await expect(item(page, 'Added')).toBeVisible();
  await page.screenshot({ path: 'test-results/tree-light.png' });
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Deep' })).toBeVisible();
  await expect(page.getByRole('tree')).toHaveCount(0);
});

test('the line that shows more keeps the focus until the first new folder takes it', async ({ page }) => {
  const { folderId } = await world.fill(page, 'long', ['a.txt']);
  for (const name of ['Alder', 'Birch']) await world.makeFolder(folderId, name);
  const held = Promise.withResolvers<void>();
  let answers = 0;
  await page.route(/\/children\?/, async (route) => {
    const at = new URL(route.request().url()).searchParams.get('at');
    if (at !== '0') {
      await held.promise;
      answers += 1;
      if (answers === 1) return await route.fulfill({ status: 404, json: {} });
    }
    const url = route
      .request()
      .url()
      .replace(/at=\d+/, 'at=0');
    const answer = await route.fetch({ url });
    const { items, ...others } = await answer.json();
    const isLong = items[0]?.name === 'Alder';
    const shown = !isLong ? items : at === '0' ? items.slice(0, 1) : items.slice(1, 3);
    await route.fulfill({
      response: answer,
      json: { ...others, items: shown, total: isLong ? 3 : others.total },
    });
  });
  await page.goto(page.url());
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await item(page, 'long').focus();
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'Alder')).toBeVisible();
  await item(page, 'Alder').focus();
  await page.keyboard.press('ArrowDown');
  const rest = page.getByRole('treeitem', { name: /^(More folders|Loading|Couldn’t load)/ });
  await expect(rest).toHaveText('More folders');
  await expect(rest).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rest).toHaveText('Loading');
  await expect(rest).toBeFocused();
  held.resolve();
  await expect(rest).toHaveText(/^Couldn’t load/);
  await expect(rest).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item(page, 'Birch')).toBeFocused();
  await expect(rest).toHaveCount(0);
});

test('rows are dropped on the tree and on the space', async ({ page }) => {
  const { folderId, reports } = await world.fill(page, 'dropped', ['a.txt', 'b.txt', 'c.txt']);
  await page.getByRole('button', { name: 'Folders', exact: true }).click();
  await item(page, 'dropped').focus();
  await page.keyboard.press('ArrowRight');
  await dragOnto(page, row(page, 'a.txt'), item(page, 'Reports'));
  await expect(toast(page, 'Moved “a.txt” to Reports')).toBeVisible();
  expect(await world.names(reports)).toEqual(['a.txt']);
  expect(await world.names(folderId)).toEqual(['Reports', 'b.txt', 'c.txt']);
  // A row that moves up while it is grasped is not the one that the browser drags.
  await expect(row(page, 'a.txt')).toHaveCount(0);
  const files = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' });
  await dragOnto(page, row(page, 'c.txt'), files);
  await expect(toast(page, 'Moved “c.txt” to Files')).toBeVisible();
});

test('in Arabic, in the dark', async ({ page }) => {
  await world.fill(page, 'looks', ['a.txt']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('coffer.preferences', '{"locale":"ar","hasTree":true}'));
  await page.reload();
  await expect(item(page, 'looks')).toHaveAttribute('aria-current', 'page');
  await item(page, 'looks').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(item(page, 'Reports')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/tree-arabic.png' });
});

/** Drops when the target is marked, which a busy browser does late. */
async function dragOnto(page: Page, dragged: Locator, target: Locator): Promise<void> {
  await dragged.hover();
  await page.mouse.down();
  await expect(async () => {
    await target.hover();
    await expect(page.locator('[data-drop]')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.mouse.up();
}

function item(page: Page, name: string): Locator {
  return page.getByRole('treeitem', { name, exact: true });
}
