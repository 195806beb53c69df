// docs/decisions/0097-acts-on-selections.md
import type { NodeId } from '@coffer/contracts';
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { expect, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { recordSaid } from '../said.ts';
import { enterWhereAsked } from '../transfers-world.ts';
import { fillFolder, holdJobs } from '../tree/many-items.ts';
import { row, startTreeWorld, toast, type TreeWorld } from '../tree/tree-world.ts';

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

async function trashAll(folderId: NodeId): Promise<void> {
  const { person } = world;
  const selection = { of: 'folder' as const, folderId };
  const { id: jobId } = await person.call('startJob', { body: { act: 'trash', selection } });
  const state = async () => (await person.call('getJob', { params: { jobId } })).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
}

async function selectAll(page: Page): Promise<void> {
  await row(page, 'part 0').click();
  await page.keyboard.press('Control+a');
}

test('what is restored within the call is announced once, although the list of actions saw it end first', async ({
  page,
}) => {
  const said = await recordSaid(page);
  const { folderId } = await world.fill(page, 'told once', ['a.txt', 'b.txt']);
  const ids = (await world.itemsOf(folderId)).map(({ id }) => id);
  await world.person.call('trashNodes', { body: { ids } });
  const answered = Promise.withResolvers<unknown>();
  const isToldLate = Promise.withResolvers<void>();
  await page.route('**/api/v1/jobs', async (route) => {
    const answer = await route.fetch();
    answered.resolve(await answer.json());
    await isToldLate.promise;
    await route.fulfill({ response: answer });
  });
  let isRunning = true;
  await page.route(/\/api\/v1\/jobs\?.*only=running/, async (route) => {
    const job = Object.assign({}, await answered.promise, { state: 'running' });
    await route.fulfill({ json: { items: isRunning ? [job] : [] } });
  });
  await page.goto(`${world.coffer.url}/trash`);
  await enterWhereAsked(page);
  await row(page, 'a.txt').click();
  await page.keyboard.press('Control+a');
  await page.getByRole('main').getByRole('button', { name: 'Restore', exact: true }).click();
  const tray = page.getByRole('region', { name: 'Background actions' });
  await expect(tray.getByText('Restoring 3 items')).toBeVisible();
  const end = page.waitForResponse(/\/api\/v1\/jobs\/[^/?]+$/);
  isRunning = false;
  await end;
  await expect(tray).toHaveCount(0);
  isToldLate.resolve();
  await expect(toast(page, 'Restored 3 items')).toBeVisible();
  await expect.poll(() => said('polite')).toContain('Restored 3 items');
  await expect(tray).toHaveCount(0);
  expect((await said('polite')).filter((words) => words.startsWith('Restored 3 items'))).toHaveLength(1);
});

test('rows of the trash that fail, and an act that ends as failed, say what happened', async ({ page }) => {
  const { folderId } = await world.fill(page, 'told failed', ['c.txt', 'd.txt']);
  const ids = (await world.itemsOf(folderId)).map(({ id }) => id);
  await world.person.call('trashNodes', { body: { ids } });
  let isBroken = true;
  await page.route(/\/trash\?.*sort=/, async (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get('at') === '0';
    if (!isFirst && isBroken) return await route.fulfill({ status: 500, json: {} });
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 900 } });
  });
  await page.route('**/api/v1/jobs', async (route) => {
    const answer = await route.fetch();
    const failed = { state: 'failed', code: 'internal', done: 0, failed: 0, skipped: 0, reasons: [] };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...failed } });
  });
  await page.goto(`${world.coffer.url}/trash`);
  await enterWhereAsked(page);
  await row(page, 'c.txt').click();
  await page.getByRole('main').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(toast(page, 'Something went wrong')).toBeVisible();
  await row(page, 'd.txt').click();
  await page.keyboard.press('End');
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText('Couldn’t load some of the items');
  isBroken = false;
  await failure.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(failure).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeFocused();
});

test('a large trash is restored and emptied as one job each, with a preview, also after a reload', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const folderId = await world.open(page, 'thrown away');
  await fillFolder(world, folderId, 3_200);
  await trashAll(folderId);
  await page.goto(`${world.coffer.url}/trash`);
  await enterWhereAsked(page);
  const tray = page.getByRole('region', { name: 'Background actions' });
  const main = page.getByRole('main');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await selectAll(page);
  await main.getByRole('button', { name: 'Restore', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Restore 3,200 items?' });
  await expect(question).toContainText('3,200 items (0 bytes) will be restored.');
  expect(await judge(page)).toEqual([]);
  const held = await holdJobs(database, 2_000);
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(question).toHaveCount(0);
  await expect(tray.getByText('Restoring 3,200 items')).toBeVisible();
  await page.reload();
  await expect(tray.getByText('Restoring 3,200 items')).toBeVisible();
  await held[Symbol.asyncDispose]();
  await expect(tray.getByText('Restored 3,200 items')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Trash is empty')).toBeVisible();

  await tray.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, '3,200 items moved back to trash')).toBeVisible({ timeout: 60_000 });
  await expect(main.getByRole('row', { name: /^part/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Empty trash' }).click();
  const final = page.getByRole('alertdialog', { name: 'Empty trash?' });
  await expect(final).toContainText(
    '3,200 items (0 bytes) will be deleted permanently. This can’t be undone.',
  );
  await final.getByRole('button', { name: 'Empty trash' }).click();
  await expect(final).toHaveCount(0);
  await expect(tray.getByText('Deleted 3,200 items permanently')).toBeVisible({ timeout: 90_000 });
  await expect(tray.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByText('Trash is empty')).toBeVisible();
});
