// Guests who change a folder or a file by a link, while its owner looks at it.
import { writeFileSync } from 'node:fs';
import type { NodeId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { judge, sightOf } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { createPng } from '../sample-files.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let ada: Person;
let rootId: NodeId;
let councilId: NodeId;

test.use({ contextOptions: { reducedMotion: 'reduce' }, permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeAll(async () => {
  const data = running.use(await createDataFolder('edit-links'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  ada = new Person(coffer.url);
  ({ rootId } = (await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace);
  const folder = await ada.call('createFolder', { body: { parentId: rootId, name: 'Council' } });
  councilId = folder.id;
  await ada.upload(folder.id, 'plan.txt', Buffer.from('of Ada'));
  await ada.upload(folder.id, 'map.png', createPng(320, 200));
});

test.afterAll(async () => {
  await running.disposeAsync();
});

/** Of the store, and of the calls that sign and confirm. */
const isCut = ({ hostname, pathname }: URL): boolean =>
  hostname === '127.0.0.1' || /\/(parts|complete)$/.test(pathname);

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name });
const choose = async (
  page: Page,
  [name, text]: readonly [string, string],
  button = 'Upload files',
): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(text) }]);
};

test('a guest adds, replaces, renames and trashes, and the owner sees it and who it was', async ({
  page,
  browser,
}) => {
  await signInInBrowser(page, coffer);
  const url = await test.step('the owner makes a link to edit', async () => {
    await rowOf(page, 'Council').focus();
    await page.keyboard.press('l');
    const dialog = page.getByRole('dialog', { name: 'Links to Council' });
    await dialog.getByRole('radio', { name: /^Edit/ }).check();
    await dialog.getByText('More options').click();
    await dialog.getByLabel('Label (optional)').fill('For the council');
    const { see, findings } = sightOf(page, EVERY_LOOK, 'links');
    await see('dialog-edit-en');
    expect(findings).toEqual([]);
    await dialog.getByRole('button', { name: 'Create and copy link' }).click();
    const made = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: 'Council' }).click();
    await expect(rowOf(page, 'plan.txt')).toBeVisible();
    return made;
  });

  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
  const guest = await context.newPage();
  await guest.goto(url);
  const list = guest.getByRole('list', { name: 'Files and folders' });
  const messages = guest.getByRole('region', { name: 'Messages' });

  await test.step('what the guest uploads is there for both', async () => {
    await choose(guest, ['report.txt', 'of the guest']);
    await expect(guest.getByText('1 file uploaded')).toBeVisible();
    await expect(list.getByText('report.txt')).toBeVisible();
    await expect(rowOf(page, 'report.txt')).toBeVisible();
  });

  await test.step('a taken name is asked about, and replacing makes a version', async () => {
    await choose(guest, ['plan.txt', 'of the guest, longer']);
    await expect(guest.getByText('plan.txt is already here')).toBeVisible();
    const { see, findings } = sightOf(guest, EVERY_LOOK, 'links');
    await see('guest-edit-en');
    expect(findings).toEqual([]);
    await guest.getByRole('button', { name: 'Replace' }).click();
    await expect(guest.getByText('2 files uploaded')).toBeVisible();
    await expect(list.getByText('plan.txt')).toHaveCount(1);
  });

  await test.step('several taken names are decided at once', async () => {
    const bring = async (text: string): Promise<void> =>
      await guest
        .getByLabel('Files to hand in')
        .setInputFiles(
          ['east.txt', 'west.txt'].map((name) => ({ name, mimeType: '', buffer: Buffer.from(text) })),
        );
    await bring('first');
    await expect(guest.getByText('4 files uploaded')).toBeVisible();
    await bring('second');
    await expect(guest.getByText('2 files are already here')).toBeVisible();
    expect(await judge(guest)).toEqual([]);
    await guest.getByRole('button', { name: 'Keep all' }).press('Enter');
    await expect(guest.getByText('6 files uploaded')).toBeVisible();
    await expect(list.getByText('east (2).txt')).toBeVisible();
    await expect(list.getByText('west (2).txt')).toBeVisible();
  });

  await test.step('an interrupted upload is finished with the same file, or discarded', async () => {
    const paths = ['film.txt', 'draft.txt'].map((name) => test.info().outputPath(name));
    for (const path of paths) writeFileSync(path, path);
    await guest.route(isCut, (route) => route.abort('internetdisconnected'));
    await guest.getByLabel('Files to hand in').setInputFiles(paths);
    await expect(guest.getByText('No connection right now')).toBeVisible();
    guest.once('dialog', (dialog) => void dialog.accept());
    await guest.reload();
    await expect(guest.getByText('Choose your files again', { exact: true })).toBeVisible();
    await guest.unroute(isCut);
    expect(await judge(guest)).toEqual([]);
    const [chooser] = await Promise.all([
      guest.waitForEvent('filechooser'),
      guest.getByRole('button', { name: 'Choose files again' }).click(),
    ]);
    await chooser.setFiles(paths.slice(0, 1));
    await expect(list.getByText('film.txt')).toBeVisible();
    await guest.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(guest.getByText('Choose your files again', { exact: true })).toHaveCount(0);
    await guest.reload();
    await expect(list.getByText('film.txt')).toBeVisible();
    await expect(guest.getByText('Choose your files again', { exact: true })).toHaveCount(0);
    await expect(list.getByText('draft.txt')).toHaveCount(0);
  });

  await test.step('the guest makes a folder, renames and trashes', async () => {
    await guest.getByRole('button', { name: 'New', exact: true }).click();
    await guest.getByRole('menuitem', { name: 'New folder' }).click();
    await guest.getByRole('dialog', { name: 'New folder' }).getByLabel('Name').fill('Night');
    await guest.keyboard.press('Enter');
    await expect(list.getByRole('link', { name: 'Night' })).toBeVisible();
    await guest.getByRole('button', { name: 'More for report.txt' }).click();
    await guest.getByRole('menuitem', { name: 'Rename' }).click();
    const renaming = guest.getByRole('dialog', { name: 'Rename report.txt' });
    const name = renaming.getByLabel('Name');
    for (const [refused, why] of [
      ['plan.txt', 'A file or folder with this name already exists.'],
      ['plan/2.txt', 'A name can’t contain a slash (/).'],
    ] as const) {
      await name.fill(refused);
      await renaming.getByRole('button', { name: 'Rename' }).click();
      await expect(name).toHaveAccessibleDescription(why);
      await expect(name).toBeFocused();
      await expect(renaming.getByRole('alert')).toHaveCount(0);
    }
    await name.fill('Report 2026.txt');
    await guest.keyboard.press('Enter');
    await expect(list.getByText('Report 2026.txt')).toBeVisible();
    await expect(rowOf(page, 'Report 2026.txt')).toBeVisible();
    await guest.getByRole('button', { name: 'More for map.png' }).click();
    await guest.getByRole('menuitem', { name: 'Move to trash' }).click();
    await guest.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click();
    await expect(list.getByText('map.png')).toHaveCount(0);
    await expect(rowOf(page, 'map.png')).toHaveCount(0);
  });

  await test.step('a name that the owner has changed meanwhile is refused once', async () => {
    const file = await ada.upload(councilId, 'minutes.txt', Buffer.from('of Ada'));
    await guest.reload();
    await guest.getByRole('button', { name: 'More for minutes.txt' }).click();
    await guest.getByRole('menuitem', { name: 'Rename' }).click();
    const renaming = guest.getByRole('dialog', { name: /^Rename / });
    await renaming.getByLabel('Name').fill('Minutes of May.txt');
    const { id: nodeId, revision } = file;
    await ada.call('renameNode', { params: { nodeId }, revision, body: { name: 'Minutes.txt' } });
    await guest.keyboard.press('Enter');
    await expect(renaming.getByText(/^Someone else changed this in the meantime/)).toBeVisible();
    await guest.keyboard.press('Enter');
    await expect(list.getByText('Minutes of May.txt')).toBeVisible();
    await expect(renaming).toHaveCount(0);
  });

  await test.step('the guest moves a file by the menu, takes it back, and drags it onto a folder', async () => {
    await guest.getByRole('button', { name: 'More for Report 2026.txt' }).click();
    await guest.getByRole('menuitem', { name: 'Move', exact: true }).click();
    const moving = guest.getByRole('dialog', { name: 'Move Report 2026.txt' });
    await expect(moving.getByRole('button', { name: 'Move here' })).toBeDisabled();
    await moving.getByRole('button', { name: 'Night' }).click();
    const { see, findings } = sightOf(guest, EVERY_LOOK, 'links');
    await see('guest-move-en');
    expect(findings).toEqual([]);
    await moving.getByRole('button', { name: 'Move here' }).click();
    await expect(messages.getByText('Moved Report 2026.txt to Night')).toBeVisible();
    await expect(list.getByText('Report 2026.txt')).toHaveCount(0);
    await expect(rowOf(page, 'Report 2026.txt')).toHaveCount(0);
    await messages.getByRole('button', { name: 'Undo' }).click();
    await expect(list.getByText('Report 2026.txt')).toBeVisible();
    await expect(messages.getByText('Moved Report 2026.txt back')).toBeVisible();
    await list.getByText('Report 2026.txt').dragTo(list.getByRole('link', { name: 'Night' }));
    await expect(messages.getByText('Moved Report 2026.txt to Night')).toBeVisible();
    await expect(list.getByText('Report 2026.txt')).toHaveCount(0);
    await list.getByRole('link', { name: 'Night' }).click();
    await expect(list.getByText('Report 2026.txt')).toBeVisible();
    await guest.goBack();
  });

  await test.step('the versions say who it was', async () => {
    const { items } = await ada.call('listOwnLinks', {});
    const folderId = items[0]?.nodeId;
    if (folderId === undefined) throw new Error('there is a link');
    const children = await ada.call('listChildren', { params: { nodeId: folderId } });
    const plan = children.items.find(({ name }) => name === 'plan.txt');
    if (plan === undefined) throw new Error('there is a plan');
    const versions = await ada.call('listVersions', { params: { nodeId: plan.id } });
    expect(versions.items.map(({ author }) => author)).toEqual([
      { kind: 'guest_by_link', link: 'For the council' },
      { kind: 'you' },
    ]);
  });

  await test.step('the guest’s page in Arabic', async () => {
    const arabic = await browser.newContext({ reducedMotion: 'reduce', locale: 'ar' });
    const visitor = await arabic.newPage();
    await visitor.goto(url);
    await expect(visitor.getByRole('button', { name: 'رفع ملفات' })).toBeVisible();
    const { see, findings } = sightOf(visitor, LOOKS.rightToLeft, 'links');
    await see('guest-edit-ar');
    expect(findings).toEqual([]);
    await arabic.close();
  });

  await test.step('a page that is sending stays when its password is due again', async () => {
    const password = 'nine ladies dancing';
    const locked = await ada.call('createPublicLink', {
      params: { nodeId: councilId },
      body: { kind: 'edit', password, expiresAt: new Date(Date.now() + DAY_MS).toISOString() },
    });
    const visitor = await context.newPage();
    await visitor.goto(locked.url);
    await visitor.getByLabel('Password for this link').fill(password);
    await visitor.keyboard.press('Enter');
    await visitor.route(isCut, (route) => route.abort('internetdisconnected'));
    await choose(visitor, ['slow.txt', 'of the guest']);
    await expect(visitor.getByText('No connection right now')).toBeVisible();
    await context.clearCookies();
    const refused = visitor.waitForResponse((response) => response.status() === 401);
    await visitor.getByRole('button', { name: 'New', exact: true }).click();
    await visitor.getByRole('menuitem', { name: 'New folder' }).click();
    await visitor.getByRole('dialog', { name: 'New folder' }).getByLabel('Name').fill('Mist');
    await visitor.keyboard.press('Enter');
    await refused;
    await expect(rowOf(page, 'Mist')).toBeVisible();
    await expect(visitor.getByText('No connection right now')).toBeVisible();
    await visitor.unroute(isCut);
    await expect(visitor.getByRole('heading', { name: 'This link has a password' })).toBeVisible();
    await expect(rowOf(page, 'slow.txt')).toBeVisible();
    await visitor.close();
  });

  await test.step('a revoked link ends at once', async () => {
    const { items } = await ada.call('listOwnLinks', {});
    for (const { id } of items) await ada.call('revokePublicLink', { params: { linkId: id } });
    await choose(guest, ['late.txt', 'too late']);
    await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expect(rowOf(page, 'late.txt')).toHaveCount(0);
  });
  await context.close();
});

test('a guest uploads a new version of the only file of a link', async ({ page, browser }) => {
  const folder = await ada.call('createFolder', { body: { parentId: rootId, name: 'Printing' } });
  const file = await ada.upload(folder.id, 'flyer.txt', Buffer.from('of Ada'));
  const url = await test.step('the owner makes the link', async () => {
    await signInInBrowser(page, coffer);
    await page.getByRole('link', { name: 'Printing' }).click();
    await rowOf(page, 'flyer.txt').focus();
    await page.keyboard.press('l');
    const dialog = page.getByRole('dialog', { name: 'Links to flyer.txt' });
    await dialog.getByRole('radio', { name: /^Edit/ }).check();
    await dialog.getByText('More options').click();
    await dialog.getByLabel('Version limit (optional)').fill('2');
    await dialog.getByRole('button', { name: 'Create and copy link' }).click();
    return await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  });
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
  const guest = await context.newPage();
  await guest.goto(url);
  await test.step('the name stays, and the page shows the new version', async () => {
    await expect(guest.getByText('of Ada')).toBeVisible();
    await choose(guest, ['flyer (proof).txt', 'of the printer'], 'Upload new version');
    await expect(guest.getByText('New version uploaded')).toBeVisible();
    await expect(guest.getByText('of the printer')).toBeVisible();
    await expect(guest.getByRole('heading', { name: 'flyer.txt' })).toBeVisible();
    const { see, findings } = sightOf(guest, EVERY_LOOK, 'links');
    await see('guest-version-en');
    expect(findings).toEqual([]);
  });
  await test.step('another type of file is refused', async () => {
    await choose(guest, ['flyer.pdf', 'not a text'], 'Upload new version');
    await expect(guest.getByText('Couldn’t upload flyer.pdf')).toBeVisible();
    await guest.getByRole('button', { name: 'Skip' }).click();
  });
  const versions = await ada.call('listVersions', { params: { nodeId: file.id } });
  expect(versions.items.map(({ number, author }) => [number, author.kind])).toEqual([
    [2, 'unnamed_guest'],
    [1, 'you'],
  ]);
  await test.step('a revoked link ends at once', async () => {
    for (const { id } of (await ada.call('listOwnLinks', {})).items) {
      await ada.call('revokePublicLink', { params: { linkId: id } });
    }
    await choose(guest, ['flyer.txt', 'too late'], 'Upload new version');
    await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  });
  await context.close();
});
