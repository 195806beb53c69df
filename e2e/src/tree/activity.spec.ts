// docs/decisions/0075-jobs-that-undo.md
import { expect, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { wordsOf } from '../words.ts';
import { row, joinTreeWorld, toast, type TreeWorld } from './tree-world.ts';

let world: TreeWorld;

test.beforeAll(async () => {
  world = await joinTreeWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const entry = (page: Page, words: string | RegExp) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: words });

test('Ctrl+Z undoes actions from before a reload and from another browser, and reports failures', async ({
  page,
  browser,
}) => {
  const { folderId, reports } = await world.fill(page, 'undo anywhere', ['a.txt', 'b.txt', 'c.txt']);
  await row(page, 'a.txt').click();
  await row(page, 'b.txt').click({ modifiers: ['Control'] });
  await page.keyboard.press('Delete');
  await expect(row(page, 'a.txt')).toHaveCount(0);
  await row(page, 'c.txt').dragTo(row(page, 'Reports'));
  await expect(toast(page, 'Moved “c.txt” to Reports')).toBeVisible();
  await page.reload();
  await expect(row(page, 'Reports')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Moved “c.txt” back')).toBeVisible();
  expect(await world.names(reports)).toEqual([]);
  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await elsewhere.newPage();
  await world.person.upload(folderId, 'b.txt', Buffer.from('a new one'));
  await other.goto(page.url());
  await expect(row(other, 'c.txt')).toBeVisible();
  await other.keyboard.press('Control+z');
  await expect(toast(other, /“b.txt” couldn’t be undone\. .*already exists/)).toBeVisible();
  await expect(row(other, 'a.txt')).toBeVisible();
  await elsewhere.close();
});

test('the activity shows events, links to items, and undoes', async ({ page }) => {
  const { folderId, reports } = await world.fill(page, 'activity', ['one.txt', 'two.txt', 'three.txt']);
  await row(page, 'one.txt').click();
  await row(page, 'two.txt').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Move to…' }).click();
  await page.getByRole('dialog').getByRole('row', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await expect(row(page, 'one.txt')).toHaveCount(0);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Activity', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
  const moved = entry(page, /^Moved .* and 2 more items to .*Reports/);
  await expect(moved).toContainText('You');
  expect(await judge(page)).toEqual([]);
  await moved.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expect(toast(page, 'Moved 3 items back')).toBeVisible();
  await expect(moved.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await expect(moved.getByRole('link')).toBeFocused();
  expect(await world.names(reports)).toEqual([]);
  expect(await world.names(folderId)).toEqual(['Reports', 'one.txt', 'three.txt', 'two.txt']);
  await page.screenshot({ path: test.info().outputPath('activity.png') });
  await moved.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'activity' })).toBeVisible();
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
});

test('cut items are pasted into another space, and restored', async ({ page }) => {
  const { folderId } = await world.fill(page, 'between spaces', ['plan.txt', 'notes.txt']);
  const space = await world.person.call('createSpace', { body: { name: 'Garden team', color: 'green' } });
  await page.goto(page.url());
  await row(page, 'plan.txt').click();
  await page.keyboard.press('Control+x');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Garden team' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Garden team' })).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(toast(page, 'Moved “plan.txt” to Garden team')).toBeVisible();
  await expect(row(page, 'plan.txt')).toHaveAttribute('aria-selected', 'true');
  expect(await world.names(folderId)).toEqual(['Reports', 'notes.txt']);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'plan.txt')).toHaveCount(0);
  expect(await world.names(folderId)).toEqual(['Reports', 'notes.txt', 'plan.txt']);
  await page.goto(`${world.coffer.url}/s/${space.id}`);
  await expect(page.getByText('This folder is empty')).toBeVisible();
});

test.describe('on a phone in the dark, in Arabic', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' });

  test('the activity is read from right to left', async ({ page }) => {
    const say = wordsOf('ar');
    await world.fill(page, 'phone', ['a.txt']);
    await page.evaluate(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
    await page.goto(`${world.coffer.url}/activity`);
    await expect(page.getByRole('heading', { level: 1, name: say('activity.title') })).toBeVisible();
    await expect(page.getByRole('main')).toHaveCSS('direction', 'rtl');
    expect(await judge(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('activity-phone.png') });
  });
});
