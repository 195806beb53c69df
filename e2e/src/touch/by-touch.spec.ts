import { expect, type Locator, type Page, test } from '@playwright/test';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

/** WCAG 2.5.5. */
const TARGET_MIN = 44;

let world: TransferWorld;
let other: TransferWorld;

test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

test.beforeAll(async () => {
  world = await joinTransferWorld();
  other = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

/** Requires a target that a finger hits. */
async function tap(target: Locator): Promise<void> {
  // A dialog grows while it opens.
  await expect
    .poll(async () => {
      const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
      return Math.min(width, height);
    }, String(target))
    .toBeGreaterThanOrEqual(TARGET_MIN);
  await target.tap();
}

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

async function act(page: Page, name: string, entry: string): Promise<void> {
  await tap(button(page, `Actions for ${name}`));
  await tap(page.getByRole('menuitem', { name: entry, exact: true }));
}

test('on a phone files are arranged, renamed, moved, trashed and taken back by touch', async ({ page }) => {
  const folderId = await world.addFolder('hands');
  await world.person.upload(folderId, 'notes.txt', Buffer.from('one\n'));
  await world.visit(page, `/${folderId}`);
  const messages = page.getByRole('region', { name: 'Messages' });
  await tap(button(page.getByRole('main'), 'New'));
  await tap(page.getByRole('menuitem', { name: 'New folder' }));
  await page.getByRole('dialog').getByLabel('Name').fill('Archive');
  await tap(button(page.getByRole('dialog'), 'Create folder'));
  await expect(row(page, 'Archive')).toBeVisible();
  await tap(button(page, 'Clear selection'));
  await act(page, 'notes.txt', 'Rename');
  await page.getByLabel('New name for notes.txt').fill('minutes.txt');
  await page.keyboard.press('Enter');
  await expect(row(page, 'minutes.txt')).toBeVisible();
  await act(page, 'minutes.txt', 'Move to…');
  await tap(page.getByRole('dialog').getByRole('row', { name: 'Archive' }));
  await tap(button(page.getByRole('dialog'), 'Move here'));
  await expect(row(page, 'minutes.txt')).toHaveCount(0);
  await tap(button(messages, 'Undo'));
  await expect(row(page, 'minutes.txt')).toBeVisible();
  await act(page, 'minutes.txt', 'Move to trash');
  await expect(row(page, 'minutes.txt')).toHaveCount(0);
  await tap(button(messages, 'Undo'));
  await expect(row(page, 'minutes.txt')).toBeVisible();
});

test('on a phone files are read, edited, shared and linked by touch', async ({ page }) => {
  const folderId = await world.addFolder('eyes');
  await world.person.upload(folderId, 'notes.txt', Buffer.from('one\n'));
  await world.person.upload(folderId, 'plan.txt', Buffer.from('a plan\n'));
  await world.visit(page, `/${folderId}`);
  await tap(page.getByRole('link', { name: 'notes.txt' }));
  await expect(page.getByRole('dialog', { name: 'notes.txt' }).getByText('one')).toBeVisible();
  await tap(button(page, 'Next file'));
  await expect(page.getByRole('dialog', { name: 'plan.txt' }).getByText('a plan')).toBeVisible();
  await tap(button(page, 'Edit'));
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Control+End');
  const tools = await button(page, 'Copy all').boundingBox();
  await page.keyboard.type('more');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  expect(await button(page, 'Copy all').boundingBox(), 'the tools stay').toEqual(tools);
  await tap(button(page, 'Save'));
  await expect(page.getByText(/^Saved, /)).toBeVisible();
  await tap(button(page, 'Done'));
  await tap(button(page, 'Close preview'));

  const dialog = page.getByRole('dialog');
  await act(page, 'plan.txt', 'Share');
  await dialog.getByLabel('Add people').fill(other.account.email);
  await tap(dialog.getByRole('button', { name: other.account.email }));
  await tap(button(dialog, 'Share'));
  await expect(dialog.getByText('Shared here by you')).toBeVisible();
  await tap(dialog.getByRole('link', { name: 'Who can see this, and why' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Who can see this' })).toBeVisible();
  await tap(page.getByRole('navigation', { name: 'Location' }).getByRole('link', { name: 'eyes' }));
  await act(page, 'plan.txt', 'Get link…');
  await dialog.getByLabel('Password (optional)', { exact: true }).fill('between-us-only');
  await tap(button(dialog, 'Create and copy link'));
  await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(/\/l\//);
  await tap(dialog.getByRole('link', { name: 'Open as a guest' }));
});

test('the application can be put on the home screen', async ({ page, context }) => {
  await page.goto(world.coffer.url);
  const devTools = await context.newCDPSession(page);
  const { errors, url } = await devTools.send('Page.getAppManifest');
  expect([errors, url]).toEqual([[], `${world.coffer.url}/coffer.webmanifest`]);
  // A private window installs nothing; all else must be right.
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  const apple = await page.getAttribute('link[rel="apple-touch-icon"]', 'href');
  const icon = await page.request.get(new URL(apple ?? '', world.coffer.url).href);
  expect(icon.headers()['content-type']).toBe('image/png');
});
