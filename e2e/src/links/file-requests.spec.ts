import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIB } from '@coffer/kit';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { judge } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { createPdf, createPng } from '../sample-files.ts';
import { openFilesAs } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let ada: Person;
let rootId: Awaited<ReturnType<Person['signIn']>>['personalSpace']['rootId'];

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('requests'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  ada = new Person(coffer.url);
  ({ rootId } = (await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace);
  for (const name of ['Inbox', 'Minutes']) {
    await ada.call('createFolder', { body: { parentId: rootId, name } });
  }
});

test.afterAll(async () => {
  await running.disposeAsync();
});

/** Neither cookies nor storage. */
async function openAsGuest(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(url);
  return page;
}

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });
const day = (): string => new Date().toISOString().slice(0, 10);
const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer });

/** Of the store, and of the calls that sign and confirm. */
const isCut = ({ hostname, pathname }: URL): boolean =>
  hostname === '127.0.0.1' || /\/(parts|complete)$/.test(pathname);

async function openRequests(page: Page, name: string): Promise<Locator> {
  await rowOf(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Request files…' }).click();
  return page.getByRole('dialog', { name: `Request files for ${name}` });
}

test('a guest hands in a folder and files, loses the network, reloads, and gets a receipt; the member sees them arrive', async ({
  page,
  browser,
}) => {
  await openFilesAs(page, coffer);
  const dialog = await openRequests(page, 'Inbox');

  const url = await test.step('the member asks for pictures and PDF, by keyboard', async () => {
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter a title.')).toBeVisible();
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Pictures of the autumn count');
    await expect(dialog.getByText('Enter a title.')).toHaveCount(0);
    await dialog.getByLabel('Message (optional)').fill('Whole folders are fine.');
    await dialog.getByText('More options').click();
    await dialog.getByLabel('File limit (optional)').fill('7');
    await dialog.getByLabel('Size limit in GB (optional)').fill('0.5');
    await dialog.getByLabel('Pictures', { exact: true }).check();
    await dialog.getByLabel('PDF').check();
    await dialog.getByRole('button', { name: 'Create and copy link' }).press('Enter');
    const address = dialog.getByRole('textbox', { name: 'Link' });
    await expect(address).toBeFocused();
    expect(await judge(page)).toEqual([]);
    return await address.inputValue();
  });

  const guest = await openAsGuest(browser, url);
  const big = Buffer.concat([createPng(64, 64), Buffer.alloc(20 * MIB, 'count')]);
  // Files on disk keep their dates, by which they are known again.
  const singles = Object.entries({
    'Gate one.png': createPng(40, 40),
    'Log.pdf': createPdf('Wind and rain'),
    'Panorama.png': big,
    'Starlings.mov': Buffer.from('film'),
  }).map(([name, bytes]) => {
    writeFileSync(join(data.path, name), bytes);
    return join(data.path, name);
  });

  await test.step('unwanted files are rejected before anything is sent', async () => {
    await expect(heading(guest, 'Pictures of the autumn count')).toBeVisible();
    await expect(guest.getByText('Pictures and PDF', { exact: false }).first()).toBeVisible();
    await expect(guest.getByText('Inbox')).toHaveCount(0);
    const folder = join(data.path, 'Night round');
    mkdirSync(join(folder, 'deep'), { recursive: true });
    writeFileSync(join(folder, 'one.png'), createPng(30, 30));
    writeFileSync(join(folder, 'deep', 'two.png'), createPng(20, 20));
    await guest.getByLabel('Files to hand in').setInputFiles(singles);
    await guest.getByLabel('Folder to hand in').setInputFiles(folder);
    const chosen = guest.getByRole('list', { name: 'Chosen files' });
    await expect(chosen.getByRole('listitem')).toHaveCount(5);
    await expect(chosen.getByText('This kind isn’t asked for. Accepted: Pictures and PDF.')).toBeVisible();
    await expect(guest.getByText('1 file stays behind', { exact: false })).toBeVisible();
    expect(await judge(guest)).toEqual([]);
    await guest.getByRole('button', { name: 'Hand in 5 files' }).press('Enter');
    await expect(guest.getByText('Enter your name.')).toBeVisible();
    await expect(guest.getByLabel('Your name')).toBeFocused();
  });

  await test.step('the network is lost before anything has arrived', async () => {
    await guest.route(isCut, (route) => route.abort('internetdisconnected'));
    await guest.keyboard.type('Ingrid Solheim');
    await guest.keyboard.press('Enter');
    await expect(guest.getByText('No connection right now')).toBeVisible();
    expect(await judge(guest)).toEqual([]);
  });

  await test.step('a second tab leaves the hand-in to the first', async () => {
    const second = await guest.context().newPage();
    await second.goto(url);
    await expect(second.getByText('Open in another tab')).toBeVisible();
    await expect(second.getByRole('button', { name: /^(Finish|Start again)/ })).toHaveCount(0);
    expect(await judge(second)).toEqual([]);
    await second.close();
  });

  await test.step('the reloaded page asks for the files, and continues', async () => {
    await guest.unroute(isCut);
    await guest.reload();
    await expect(guest.getByText('Choose your files again', { exact: true })).toBeVisible();
    expect(await judge(guest)).toEqual([]);
    // The panorama is missing for certain, so it comes last.
    await guest.getByLabel('Folder to hand in').setInputFiles(join(data.path, 'Night round'));
    await guest.getByLabel('Files to hand in').setInputFiles(singles.slice(0, 3));
    await expect(heading(guest, 'Thank you, Ingrid Solheim. Your files arrived.')).toBeVisible();
    await expect(
      guest.getByText(`5 files are now with ${ADMINISTRATOR.name}.`, { exact: false }),
    ).toBeVisible();
    expect(await judge(guest)).toEqual([]);
  });

  await test.step('the receipt names every file, and is there again after a reload', async () => {
    const [download] = await Promise.all([
      guest.waitForEvent('download'),
      guest.getByRole('button', { name: 'Save receipt' }).click(),
    ]);
    const receipt = readFileSync(await download.path(), 'utf8');
    for (const line of ['Handed in by: Ingrid Solheim', 'Night round/deep/two.png', 'Panorama.png']) {
      expect(receipt).toContain(line);
    }
    expect(receipt.match(/SHA-256 [0-9a-f]{64}/g)?.length).toBeGreaterThanOrEqual(4);
    await guest.reload();
    await expect(heading(guest, 'Thank you, Ingrid Solheim. Your files arrived.')).toBeVisible();
    expect(await guest.context().cookies()).toEqual([]);
  });

  await test.step('the member has seen them arrive', async () => {
    await expect(dialog.getByText('5 files received', { exact: false }).first()).toBeVisible();
    await dialog.getByText('Who handed in files').click();
    const handIn = dialog.getByRole('link', { name: 'Ingrid Solheim' });
    await expect(handIn).toBeVisible();
    expect(await judge(page)).toEqual([]);
    await handIn.click();
    for (const name of ['Gate one.png', 'Log.pdf', 'Night round', 'Panorama.png']) {
      await expect(rowOf(page, name)).toBeVisible();
    }
    await expect(page.getByText(`Ingrid Solheim ${day()}`).first()).toBeVisible();
  });

  await test.step('a second guest sees none of it, and only the remaining allowance', async () => {
    const second = await openAsGuest(browser, url);
    // A phone gives every photo the same name.
    for (const size of [40, 50]) {
      const photo = file('image.png', createPng(size, size));
      await second.getByLabel('Files to hand in').setInputFiles([photo]);
      await expect(second.getByRole('button', { name: 'Remove image.png' })).toHaveCount(size === 40 ? 1 : 2);
    }
    await second.getByLabel('Files to hand in').setInputFiles(singles.slice(0, 1));
    await expect(second.getByText('This request is full.')).toBeVisible();
    await expect(second.getByText('Panorama')).toHaveCount(0);
    await second.getByLabel('Your name').fill('Ingrid Solheim');
    await second.getByRole('button', { name: 'Hand in 2 files' }).click();
    await expect(heading(second, 'Thank you, Ingrid Solheim. Your files arrived.')).toBeVisible();
    await expect(second.getByText('2 files are now with', { exact: false })).toBeVisible();
    await second.getByRole('button', { name: 'Hand in more' }).click();
    await expect(second.getByText('This request is full')).toBeVisible();
    await expect(heading(second, 'Pictures of the autumn count')).toBeFocused();
    expect(await judge(second)).toEqual([]);
  });
});

test("revoking a request stops a guest's upload, and files appear live in the open folder", async ({
  page,
  browser,
}) => {
  await openFilesAs(page, coffer);
  const { items } = await ada.call('listChildren', { params: { nodeId: rootId } });
  const inbox = items.find(({ name }) => name === 'Minutes');
  const { url, link } = await ada.call('createPublicLink', {
    params: { nodeId: inbox?.id ?? rootId },
    body: {
      kind: 'request',
      label: 'Minutes of May',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      request: { asksName: false },
    },
  });
  const dialog = await openRequests(page, 'Minutes');
  await expect(dialog.getByRole('button', { name: 'Request files', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto(`${coffer.url}/s/${link.spaceId}/${link.nodeId}`);
  await expect(page.getByText('This folder is empty').first()).toBeVisible();
  const guest = await openAsGuest(browser, url);
  await guest.route('**/uploads/complete', (route) => route.abort('internetdisconnected'));
  await guest.getByLabel('Files to hand in').setInputFiles([file('minutes.txt', Buffer.from('text'))]);
  await guest.getByRole('button', { name: 'Hand in 1 file' }).click();
  // The folder of the hand-in, without a reload.
  await expect(rowOf(page, day())).toBeVisible();
  await expect(guest.getByText('No connection right now')).toBeVisible();
  await ada.call('revokePublicLink', { params: { linkId: link.id } });
  await guest.unroute('**/uploads/complete');
  await expect(heading(guest, 'This link no longer works')).toBeVisible();
  await rowOf(page, day()).dblclick();
  await expect(page.getByText('This folder is empty').first()).toBeVisible();
});
