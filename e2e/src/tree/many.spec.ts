// docs/decisions/0097-acts-on-selections.md
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { expect, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { fillFolder, holdJobs } from './many-items.ts';
import { row, startTreeWorld, toast, type TreeWorld } from './tree-world.ts';

let world: TreeWorld;
let database: TestDatabase;

test.beforeAll(async () => {
  database = await testDatabase();
  world = await startTreeWorld({ environment: { DATABASE_URL: database.connectionString } });
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database.drop();
});

async function selectAll(page: Page): Promise<void> {
  await row(page, 'part 0').click();
  await page.keyboard.press('Control+a');
}

test('everything in a large folder is trashed as one job with a preview, and restored by Undo in the tray', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const folderId = await world.open(page, 'large');
  await fillFolder(world, folderId, 3_200);
  await page.reload();
  await selectAll(page);
  await page.keyboard.press('t');
  const tags = page.getByRole('dialog', { name: 'Tags of 3,200 items' });
  await tags.getByLabel('Find or make a tag').fill('Whole');
  await page.keyboard.press('Enter');
  await expect(tags.getByRole('checkbox', { name: 'Whole' })).toBeChecked();
  await tags.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Tag added to 3,200 items')).toBeVisible({ timeout: 60_000 });
  await expect(row(page, 'part 0')).toHaveAccessibleName(/tags: Whole$/);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(toast(page, 'Tags are as they were')).toBeVisible({ timeout: 60_000 });
  await expect(row(page, 'part 0')).not.toHaveAccessibleName(/tags: Whole$/);
  await selectAll(page);
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Move 3,200 items to trash?' });
  await expect(dialog.getByText('3,200 items, 0 bytes.')).toBeVisible();
  await page.screenshot({ path: 'test-results/many-dialog.png' });
  expect(await judge(page)).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Move to trash' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const tray = page.getByRole('region', { name: 'Background actions' });
  await expect(tray).toBeVisible();
  await page.screenshot({ path: 'test-results/many-running.png' });
  await expect(tray.getByText('3,200 items moved to trash')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('main').getByRole('row', { name: /^part/ })).toHaveCount(0);
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: 'test-results/many-done.png' });
  await tray.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Restored 3,200 items')).toBeVisible({ timeout: 60_000 });
  await expect(row(page, 'part 0')).toBeVisible();
});

test('a copy of many is there again after a reload and in another browser, where it is stopped', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const folderId = await world.open(page, 'copied');
  await fillFolder(world, folderId, 3_200);
  const target = await world.makeFolder(folderId, 'Archive');
  await page.reload();
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const elsewhere = await other.newPage();
  await elsewhere.goto(page.url());
  await expect(row(elsewhere, 'Archive')).toBeVisible();
  await selectAll(page);
  await row(page, 'Archive').click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Copy to…' }).click();
  const picker = page.getByRole('dialog', { name: 'Copy 3,200 items' });
  await picker.getByRole('row', { name: 'Archive' }).click();
  await picker.getByRole('button', { name: 'Copy here' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy 3,200 items to Archive?' });
  const held = await holdJobs(database, 1_000);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  const tray = page.getByRole('region', { name: 'Background actions' });
  const trayElsewhere = elsewhere.getByRole('region', { name: 'Background actions' });
  await expect(trayElsewhere.getByText('Copying 3,200 items')).toBeVisible();
  await tray.getByRole('button', { name: 'Stop' }).click();
  await held[Symbol.asyncDispose]();
  await expect(tray.getByText(/^Stopped after/)).toBeVisible();
  await expect(trayElsewhere.getByText(/^Stopped after/)).toBeVisible();
  expect((await world.itemsOf(target.id)).length).toBeGreaterThan(0);
  await other.close();
});

test('many dragged rows are moved as one job, and its dialog stays while the job is started', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const folderId = await world.open(page, 'dragged');
  await fillFolder(world, folderId, 1_100);
  const target = await world.makeFolder(folderId, 'Archive');
  await page.reload();
  await selectAll(page);
  await row(page, 'Archive').click({ modifiers: ['Control'] });
  const from = await row(page, 'part 0').boundingBox();
  const to = await row(page, 'Archive').boundingBox();
  await page.mouse.move((from?.x ?? 0) + 300, (from?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 300, (to?.y ?? 0) + 20, { steps: 6 });
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: 'Move 1,100 items to Archive?' });
  const start = Promise.withResolvers<void>();
  await page.route('**/api/v1/jobs', async (route) => {
    if (route.request().method() === 'POST') await start.promise;
    await route.continue();
  });
  const move = dialog.getByRole('button', { name: 'Move', exact: true });
  await move.click();
  await expect(move).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(move).toBeVisible();
  start.resolve();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Moved 1,100 items/).first()).toBeVisible({ timeout: 60_000 });
  expect(await world.names(folderId)).toEqual(['Archive']);
  expect(await world.itemsOf(target.id)).not.toEqual([]);
});
