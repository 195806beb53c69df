// docs/decisions/0088-a-folder-as-it-was.md
import type { NodeId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { judge } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let ada: Person;
let rootId: NodeId;

test.beforeAll(async () => {
  const data = running.use(await createDataFolder('past'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  ada = new Person(coffer.url);
  const session = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  ({ rootId } = session.personalSpace);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const items = (page: Page): Locator => page.getByRole('table', { name: 'What the folder contained' });
const row = (page: Page, name: string): Locator =>
  items(page).getByRole('row', { name: new RegExp(`^${name}`) });

/** A folder that has changed since the moment. */
async function changedFolder(name: string): Promise<{ readonly id: NodeId; readonly moment: string }> {
  const { id } = await ada.call('createFolder', { body: { parentId: rootId, name } });
  const drafts = await ada.call('createFolder', { body: { parentId: id, name: 'Drafts' } });
  await ada.upload(drafts.id, 'idea.txt', Buffer.from('an idea'));
  const plan = await ada.upload(id, 'plan.txt', Buffer.from('the first plan'));
  const letter = await ada.upload(id, 'letter.txt', Buffer.from('a letter'));
  const moment = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await ada.replace(plan, Buffer.from('another plan, which is longer'));
  await ada.call('trashNodes', { body: { ids: [letter.id] } });
  await ada.call('renameNode', {
    params: { nodeId: drafts.id },
    revision: drafts.revision,
    body: { name: 'Old' },
  });
  await ada.upload(id, 'new.txt', Buffer.from('new'));
  return { id, moment };
}

test('a folder is shown as it was, with the contents of then, from its menu and by its address', async ({
  page,
}) => {
  const { id, moment } = await changedFolder('Projects');
  await signInInBrowser(page, coffer, ADMINISTRATOR);
  await page
    .getByRole('grid')
    .getByRole('row', { name: /^Projects/ })
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'View as it was…' }).click();
  // Before the last act: all but the newest file.
  await expect(row(page, 'Old')).toBeVisible();
  await expect(row(page, 'new.txt')).toHaveCount(0);
  // The moment stays while somebody goes on working in the folder.
  const told = page.waitForResponse((response) => response.url().includes('/activity'), { timeout: 3_000 });
  await ada.upload(id, 'later.txt', Buffer.from('later'));
  await told.catch(() => undefined);
  await expect(row(page, 'Old')).toBeVisible();
  await expect(row(page, 'new.txt')).toHaveCount(0);

  await page.goto(`${coffer.url}/nodes/${id}/past?at=${moment}`);
  await expect(page.getByRole('complementary', { name: 'An earlier moment' })).toContainText(
    /^Projects as it was on/,
  );
  await expect(row(page, 'Drafts')).toContainText('Renamed');
  await expect(row(page, 'plan.txt')).toContainText('New version');
  await expect(row(page, 'letter.txt')).toContainText('In the trash');
  await expect(row(page, 'new.txt')).toHaveCount(0);
  expect(await judge(page)).toEqual([]);

  await row(page, 'plan.txt').getByRole('button', { name: 'plan.txt', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('the first plan');
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download plan.txt' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  expect(Buffer.concat(chunks).toString()).toBe('the first plan');

  await items(page).getByRole('link', { name: 'Drafts' }).click();
  await expect(row(page, 'idea.txt')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible();
  await page.reload();
  await expect(row(page, 'idea.txt')).toBeVisible();
  await page.goBack();
  await expect(row(page, 'letter.txt')).toBeVisible();
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(page.getByRole('grid').getByRole('link', { name: 'new.txt' })).toBeVisible();
});

test('a folder is restored to then, and one undo takes it back', async ({ page }) => {
  const { id, moment } = await changedFolder('Restored');
  await signInInBrowser(page, coffer, ADMINISTRATOR);
  await page.goto(`${coffer.url}/nodes/${id}/past?at=${moment}`);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const words of [
    '1 item gets its old name',
    '1 item restored from trash',
    '1 older version made current',
    '1 newer item moved to trash',
  ]) {
    await expect(dialog.getByRole('listitem').filter({ hasText: words })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Restore folder' }).click();
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('link', { name: 'letter.txt' })).toBeVisible();
  await expect(grid.getByRole('link', { name: 'Drafts' })).toBeVisible();
  await expect(grid.getByRole('link', { name: 'new.txt' })).toHaveCount(0);
  const { items: now } = await ada.call('listChildren', { params: { nodeId: id } });
  const plan = now.find(({ name }) => name === 'plan.txt');
  if (plan === undefined) throw new Error('the plan is there');
  expect((await ada.download(plan.id)).toString()).toBe('the first plan');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(grid.getByRole('link', { name: 'new.txt' })).toBeVisible();
  await expect(grid.getByRole('link', { name: 'Old' })).toBeVisible();
  await expect(grid.getByRole('link', { name: 'letter.txt' })).toHaveCount(0);
});

test('a restore leads nowhere once its dialog is closed', async ({ page }) => {
  const { id, moment } = await changedFolder('Left');
  await signInInBrowser(page, coffer, ADMINISTRATOR);
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/past/restore', async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  await page.goto(`${coffer.url}/nodes/${id}/past?at=${moment}`);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Restore folder' }).click();
  await asked.promise;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  const { href } = new URL(page.url());
  held.resolve();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(page.url()).toBe(href);
});

test('a restore that leaves something as it is says so in one message', async ({ page }) => {
  const { id, moment } = await changedFolder('Partly');
  await signInInBrowser(page, coffer, ADMINISTRATOR);
  await page.route('**/past/restore', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), failed: 2 } });
  });
  await page.goto(`${coffer.url}/nodes/${id}/past?at=${moment}`);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore folder' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(
    messages.getByText(/^Partly is only partly as it was on .*\. 2 items were left/),
  ).toBeVisible();
  await expect(messages.getByText('Partly is as it was')).toHaveCount(0);
  await expect(messages.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('a moment is chosen, and one that is not known any more says why', async ({ page }) => {
  const { id, moment } = await changedFolder('Lost');
  const [letter] = (await ada.call('listPast', { params: { nodeId: id }, query: { moment } })).items.filter(
    ({ name }) => name === 'letter.txt',
  );
  if (letter === undefined) throw new Error('the letter was there');
  await ada.call('purgeNodes', { body: { ids: [letter.id] } });
  await signInInBrowser(page, coffer, ADMINISTRATOR);
  await page.goto(`${coffer.url}/nodes/${id}/past?at=${moment}`);
  await expect(page.getByText(/^Before .* items were deleted permanently/)).toBeVisible();
  await page.getByRole('button', { name: /^Show / }).click();
  await expect(row(page, 'plan.txt')).toBeVisible();
  await expect(row(page, 'letter.txt')).toHaveCount(0);

  await page.getByRole('button', { name: 'Other moments' }).press('Enter');
  await page.getByRole('menuitem', { name: /before the change to new.txt$/ }).press('Enter');
  await expect(row(page, 'Old')).toBeVisible();
  await page.getByLabel('Date and time').fill('2001-01-01T10:00');
  await page.getByLabel('Date and time').press('Enter');
  await expect(page.getByText(/^The folder was created at /)).toBeVisible();

  // Nobody chose the moment before the last action, so one that can be shown takes its place.
  const now = await ada.call('listChildren', { params: { nodeId: id } });
  const ids = now.items.filter(({ name }) => name === 'new.txt').map((item) => item.id);
  await ada.call('trashNodes', { body: { ids } });
  await ada.call('purgeNodes', { body: { ids } });
  await page.goto(`${coffer.url}/nodes/${id}/past`);
  await expect(row(page, 'plan.txt')).toBeVisible();
  await expect(row(page, 'new.txt')).toHaveCount(0);
});
