import { readFileSync } from 'node:fs';
import { DAY_MS } from '@coffer/kit';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { unzipped } from '../../../apps/web/src/features/download/zip-reader.world.ts';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { judge, sightOf } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { createPng } from '../sample-files.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const PASSWORD = 'between-us-only';
const NOTES = Buffer.from('open at dawn\n'.repeat(500));
const COUNTS = Buffer.from('gate,birds\nfour,9\n');

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let ada: Person;
let rootId: Awaited<ReturnType<Person['signIn']>>['personalSpace']['rootId'];

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('links'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  ada = new Person(coffer.url);
  ({ rootId } = (await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace);
  const marsh = await ada.call('createFolder', { body: { parentId: rootId, name: 'Marsh' } });
  const counts = await ada.call('createFolder', { body: { parentId: marsh.id, name: 'Counts' } });
  await ada.upload(marsh.id, 'notes.txt', NOTES);
  await ada.upload(counts.id, 'gate.csv', COUNTS);
  await ada.upload(rootId, 'dawn.png', createPng(320, 200));
  await ada.upload(rootId, 'secret.txt', Buffer.from('not shared'));
});

test.afterAll(async () => {
  await running.disposeAsync();
});

interface Wanted {
  readonly password?: string;
  readonly downloadsMax?: number;
}

async function makeLink(name: string, { password, downloadsMax }: Wanted = {}) {
  const { items } = await ada.call('listChildren', { params: { nodeId: rootId } });
  const nodeId = items.find((node) => node.name === name)?.id ?? rootId;
  return await ada.call('createPublicLink', {
    params: { nodeId },
    body: {
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      ...(password !== undefined && { password }),
      ...(downloadsMax !== undefined && { downloadsMax }),
    },
  });
}

/** Neither cookies nor storage. */
async function openAsGuest(browser: Browser, url: string, locale = 'en-GB'): Promise<Page> {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce', locale });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function bytesOf(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return readFileSync(await download.path());
}

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

async function openLinks(page: Page, name: string): Promise<Locator> {
  await rowOf(page, name).focus();
  await expect(rowOf(page, name)).toBeFocused();
  await page.keyboard.press('l');
  return page.getByRole('dialog', { name: `Links to ${name}` });
}

test('a member shares a folder with a password, a guest takes it, and the member ends it, all by keyboard', async ({
  page,
  browser,
}) => {
  await signInInBrowser(page, coffer);
  const dialog = await openLinks(page, 'Marsh');

  const url = await test.step('a link is made, copied, and shown this once', async () => {
    await expect(dialog.getByRole('radio', { name: /^View and download/ })).toBeFocused();
    await dialog.getByText('More options').press('Enter');
    await dialog.getByLabel('Label (optional)').focus();
    await page.keyboard.type('For the council');
    await dialog.getByLabel('Password (optional)').focus();
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Use at least 8 characters.')).toBeVisible();
    await expect(dialog.getByLabel('Password (optional)')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    const address = dialog.getByRole('textbox', { name: 'Link' });
    await expect(address).toBeFocused();
    await expect(dialog.getByText('Link copied', { exact: false })).toBeVisible();
    const shown = await address.inputValue();
    expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(shown);
    expect(await judge(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'Marsh')).toBeFocused();
    return shown;
  });

  const guest = await openAsGuest(browser, url);

  await test.step('the guest needs the right password', async () => {
    await expect(heading(guest, 'This link has a password')).toBeVisible();
    await expect(guest.getByText('Marsh')).toHaveCount(0);
    expect(await judge(guest)).toEqual([]);
    const field = guest.getByLabel('Password for this link');
    await expect(field).toBeFocused();
    await guest.keyboard.press('Enter');
    await expect(guest.getByText('Enter the password.').first()).toBeVisible();
    await guest.keyboard.type('not the password');
    await guest.keyboard.press('Enter');
    await expect(guest.getByText('That password is wrong.', { exact: false }).first()).toBeVisible();
    await expect(field).toBeFocused();
    await guest.keyboard.type(PASSWORD);
    await guest.keyboard.press('Enter');
    await expect(heading(guest, 'Marsh')).toBeVisible();
    await expect(guest.getByText(`${ADMINISTRATOR.name} shared a folder with you`)).toBeVisible();
    expect(await guest.context().cookies()).toEqual([expect.objectContaining({ httpOnly: true })]);
  });

  await test.step('the guest browses the folders and downloads a file', async () => {
    await guest.getByRole('link', { name: 'Counts' }).focus();
    await guest.keyboard.press('Enter');
    await expect(heading(guest, 'Counts')).toBeFocused();
    expect(await bytesOf(guest, () => guest.getByLabel('Download gate.csv').press('Enter'))).toEqual(COUNTS);
    await guest.reload();
    await expect(heading(guest, 'Counts')).toBeVisible();
    await guest.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Marsh' }).press('Enter');
    await expect(heading(guest, 'Marsh')).toBeFocused();
    expect(await bytesOf(guest, () => guest.getByLabel('Download notes.txt').press('Enter'))).toEqual(NOTES);
  });

  await test.step('everything is downloaded as one zip file', async () => {
    const zip = await bytesOf(guest, () =>
      guest.getByRole('button', { name: 'Download all' }).press('Enter'),
    );
    const files = unzipped(zip);
    expect(Object.keys(files).toSorted()).toEqual([
      'Marsh/',
      'Marsh/Counts/',
      'Marsh/Counts/gate.csv',
      'Marsh/notes.txt',
    ]);
    await expect(guest.getByRole('region', { name: 'Downloads' })).toContainText(
      'Sent to your downloads: 2 files',
    );
  });

  await test.step('the member sees that it was used, changes it, and revokes it', async () => {
    await openLinks(page, 'Marsh');
    const link = dialog.getByRole('listitem').filter({ hasText: 'For the council' });
    await expect(link).toContainText('4 downloads');
    await expect(link).toContainText('1 visit');
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'New link' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Change For the council' }).press('Enter');
    await expect(dialog.getByLabel('Label')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('For the mayor');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Revoke For the mayor' }).press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Revoke this link?' });
    await question.getByRole('button', { name: 'Revoke link' }).press('Enter');
    await expect(question).toBeHidden();
    // Nothing is left, so the form for a new link shows.
    await expect(dialog.getByRole('button', { name: 'Create and copy link' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, 'Marsh')).toBeFocused();
  });

  await test.step('the guest learns nothing but that it is over', async () => {
    await guest.getByLabel('Download notes.txt').press('Enter');
    await expect(heading(guest, 'This link no longer works')).toBeVisible();
    await guest.reload();
    await expect(heading(guest, 'This link no longer works')).toBeVisible();
    await expect(guest.getByText(/Marsh|Ada/)).toHaveCount(0);
    expect(await judge(guest)).toEqual([]);
    await guest.getByRole('link', { name: 'Sign in' }).press('Enter');
    await expect(guest.getByLabel('Email or user name')).toBeVisible();
  });
  await guest.context().close();
});

test('a guest without a member’s link learns nothing, and a limit ends the downloads', async ({
  browser,
}) => {
  const unknown = await openAsGuest(browser, `${coffer.url}/l/${'a'.repeat(22)}`);
  await expect(heading(unknown, 'This link no longer works')).toBeVisible();
  await unknown.context().close();
  const guest = await openAsGuest(browser, (await makeLink('secret.txt', { downloadsMax: 1 })).url);
  await expect(guest.getByText('1 download left')).toBeVisible();
  const download = guest.getByRole('button', { name: 'Download', exact: true });
  expect(String(await bytesOf(guest, () => download.click()))).toBe('not shared');
  await expect(guest.getByText('No downloads left')).toBeVisible();
  await expect(download).toBeDisabled();
  await guest.reload();
  await expect(guest.getByText('Its download limit was reached.')).toBeVisible();
  await guest.context().close();
});

test('wrong passwords are counted, and the page says how long to wait', async ({ browser }) => {
  const { url } = await makeLink('Marsh', { password: PASSWORD });
  const guest = await openAsGuest(browser, url);
  const unlock = `${coffer.url}/api/v1/public/${url.slice(-22)}/unlock`;
  for (let tries = 0; tries < 10; tries += 1) {
    const headers = { 'x-coffer': '1', origin: coffer.url };
    expect((await guest.request.post(unlock, { headers, data: { password: 'a wrong one' } })).status()).toBe(
      401,
    );
  }
  await guest.getByLabel('Password for this link').fill(PASSWORD);
  await guest.keyboard.press('Enter');
  await expect(guest.getByRole('alert').filter({ hasText: 'Too many wrong passwords.' })).toContainText(
    /Try again in \d+ minutes\./,
  );
  await guest.context().close();
});

for (const [locale, looks] of [
  ['en', EVERY_LOOK],
  ['ar', LOOKS.rightToLeft],
] as const) {
  test(`axe finds nothing on the pages of guests in ${locale}`, async ({ browser }) => {
    const say = wordsOf(locale);
    const links = [await makeLink('Marsh'), await makeLink('dawn.png')];
    for (const { url, link } of links) {
      const guest = await openAsGuest(browser, url, locale);
      await expect(heading(guest, link.node?.name ?? '')).toBeVisible();
      await expect(guest.getByRole('button', { name: say('guest.download') }).first()).toBeVisible();
      const { see, findings } = sightOf(guest, looks, 'links');
      await see(`guest-${link.node?.kind}-${locale}`);
      expect(findings).toEqual([]);
      await guest.context().close();
    }
  });
}
