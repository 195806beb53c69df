// Many links of a person and of everybody: found, revoked at once, and taken back.
import { DAY_MS } from '@coffer/kit';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { judge } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let ada: Person;

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('link-lists'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  ada = new Person(coffer.url);
  const { rootId } = (await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace;
  const plan = await ada.upload(rootId, 'plan.txt', Buffer.from('north gate'));
  const inbox = await ada.call('createFolder', { body: { parentId: rootId, name: 'Inbox' } });
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  for (const label of ['For the council', 'For the press', '']) {
    const body = { label, expiresAt, downloadsMax: 5 };
    await ada.call('createPublicLink', { params: { nodeId: plan.id }, body });
  }
  await ada.call('createPublicLink', {
    params: { nodeId: inbox.id },
    body: { kind: 'request', label: 'Autumn count', expiresAt, request: { asksName: false } },
  });
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const toastOf = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByText(text);

test('a person finds links, revokes several at once and takes that back; a guest’s visit is listed', async ({
  page,
  browser,
}) => {
  await signInInBrowser(page, coffer);
  const url = await test.step('a link is made, shown as a code, and visited', async () => {
    await page.getByRole('row', { name: 'plan.txt' }).focus();
    await page.keyboard.press('l');
    const dialog = page.getByRole('dialog', { name: 'Links to plan.txt' });
    await dialog.getByRole('button', { name: 'New link' }).click();
    await dialog.getByText('More options').click();
    await dialog.getByLabel('Download limit (optional)').fill('2');
    await expect(dialog.getByText('files go through the server', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Create and copy link' }).click();
    const address = dialog.getByRole('textbox', { name: 'Link' });
    await dialog.getByRole('button', { name: 'QR code' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    expect(await judge(page)).toEqual([]);
    const made = await address.inputValue();
    const guest = await (await browser.newContext({ acceptDownloads: true })).newPage();
    await guest.goto(made);
    const download = guest.waitForEvent('download');
    await guest.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await download;
    expect(new URL(file.url()).origin).toBe(coffer.url);
    expect(file.suggestedFilename()).toBe('plan.txt');
    await expect(guest.getByText('1 download left')).toBeVisible();
    await guest.context().close();
    const item = dialog.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: 'Link' }) });
    await item.getByText('Visits', { exact: true }).click();
    await expect(item.getByText('Downloaded 1 file · 10 B')).toBeVisible();
    await expect(item.getByText('Opened', { exact: true })).toBeVisible();
    await item.getByText('What guests see', { exact: true }).click();
    await expect(item.getByText('No previews, because they would be downloads.')).toBeVisible();
    expect(await judge(page)).toEqual([]);
    await page.keyboard.press('Escape');
    return made;
  });

  const table = page.getByRole('table', { name: 'Links you made' });
  await test.step('the list is found, filtered and sorted', async () => {
    await page.getByRole('link', { name: 'Shared', exact: true }).first().click();
    const tabs = page.getByRole('navigation', { name: 'Shared' });
    await tabs.getByRole('link', { name: 'Links', exact: true }).click();
    await expect(table.getByRole('row')).toHaveCount(6);
    await page.getByRole('searchbox', { name: 'Search links' }).fill('council');
    await expect(table.getByRole('row')).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search links' }).fill('');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Most downloads');
    await expect(table.getByRole('row').nth(1)).toContainText('1 of 2 downloads');
    expect(await judge(page)).toEqual([]);
  });

  await test.step('several are revoked at once, and restored', async () => {
    await table.getByRole('checkbox', { name: 'Select plan.txt' }).nth(0).check();
    await table.getByRole('checkbox', { name: 'Select Inbox' }).check();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(toastOf(page, '2 links revoked')).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(4);
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(url);
    await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page, '2 links work again')).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(6);
    await guest.reload();
    await expect(guest.getByRole('heading', { level: 1, name: 'plan.txt' })).toBeVisible();
    await guest.context().close();
  });
});

test('an administrator sees all links without file names, and revokes them', async ({ page }) => {
  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/admin/links?kind=request`);
  const table = page.getByRole('table', { name: 'Links' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByText('Autumn count')).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Every kind');
  await expect(table.getByText('For the council')).toBeVisible();
  await expect(table.getByText('plan.txt')).toHaveCount(0);
  expect(await judge(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search links' }).fill('press');
  await expect(table.getByRole('row')).toHaveCount(2);
  await table.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(toastOf(page, '1 link revoked')).toBeVisible();
  await expect(page.getByText('No link matches')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(page, '1 link works again')).toBeVisible();
});
