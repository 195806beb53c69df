import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { dropFiles } from './drop.ts';
import { judge } from './judge-screens.ts';
import {
  choose,
  headlineOf,
  holdParts,
  rowOf,
  sha256,
  joinTransferWorld,
  type TransferWorld,
  trayOf,
  treeOf,
  untilUnderWay,
} from './transfers-world.ts';

const LOOKING = 'Reading the chosen files…';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function writeMany(): string {
  const folder = join(world.makeDisk('many'), 'all');
  for (let shelf = 0; shelf < 20; shelf += 1) {
    mkdirSync(join(folder, `shelf ${shelf}`), { recursive: true });
    for (let note = 0; note < 500; note += 1)
      writeFileSync(join(folder, `shelf ${shelf}`, `note ${note}.txt`), `${shelf} ${note}`);
  }
  return folder;
}

/** `giveUp` presses "Cancel" at the first text with a number. */
async function noteHeadlines(page: Page, { giveUp }: { readonly giveUp: boolean }): Promise<void> {
  const wanted = giveUp ? LOOKING : undefined;
  await page.evaluate((givenUp) => {
    const seen: { readonly title: string; readonly line: string }[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const card = document.querySelector('section:has(> header h2)');
      const title = card?.querySelector('h2')?.textContent ?? '';
      const line = card?.querySelector('p')?.textContent ?? '';
      if (title === '' || (seen.at(-1)?.title === title && seen.at(-1)?.line === line)) return;
      seen.push({ title, line });
      if (title === givenUp && /\d/.test(line))
        card?.querySelector<HTMLElement>('[aria-label="Cancel"]')?.click();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, wanted);
}

async function headlinesOf(
  page: Page,
): Promise<readonly { readonly title: string; readonly line: string }[]> {
  return await page.evaluate(() => Reflect.get(window, 'seen'));
}

test('choosing 10,000 files shows a growing count at once, until the upload starts', async ({ page }) => {
  await world.open(page, 'many');
  await noteHeadlines(page, { giveUp: false });
  await page.getByLabel('Upload folder').first().setInputFiles(writeMany());
  await expect(headlineOf(page, /^Uploading [\d,]+ of 10,000$/)).toBeVisible({ timeout: 120_000 });
  const seen = await headlinesOf(page);
  const begun = seen.findIndex(({ title }) => title !== LOOKING);
  const counts = seen.slice(0, begun).map(({ line }) => Number(line.replaceAll(/\D/g, '')));
  expect(seen[0]?.title).toBe(LOOKING);
  expect(seen.slice(begun).every(({ title }) => title !== LOOKING)).toBe(true);
  expect(counts.length).toBeGreaterThan(3);
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  await trayOf(page).getByRole('button', { name: 'Cancel all' }).click();
  const question = page.getByRole('alertdialog', { name: /^Cancel [\d,]+ uploads\?$/ });
  await question.getByRole('button', { name: /^Cancel/ }).click();
  await expect(trayOf(page).getByRole('button', { name: 'Close' })).toBeVisible({ timeout: 120_000 });
});

test('cancelling while the chosen files are read uploads none of them', async ({ page }) => {
  const folderId = await world.open(page, 'given up');
  await noteHeadlines(page, { giveUp: true });
  await page.getByLabel('Upload folder').first().setInputFiles(writeMany());
  await expect.poll(async () => (await headlinesOf(page)).some(({ line }) => /\d/.test(line))).toBe(true);
  await expect(page.getByRole('region', { name: LOOKING })).toHaveCount(0);
  await choose(page, join(world.makeDisk('many'), 'all', 'shelf 0', 'note 0.txt'));
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  expect(await treeOf(world.person, folderId)).toEqual({ 'note 0.txt': sha256('0 0') });
});

test('a file with an invalid name is renamed by keyboard and uploaded', async ({ page }) => {
  const folderId = await world.open(page, 'refused');
  const disk = world.makeDisk('refused');
  const names = ['bad\u0001name.txt', 'good.txt', 'tail. '];
  for (const name of names) writeFileSync(join(disk, name), name);
  await choose(page, ...names.map((name) => join(disk, name)));
  await expect(headlineOf(page, 'Couldn’t upload 2 files')).toBeVisible();
  const refused = rowOf(page, 'The name contains control characters.');
  await trayOf(page).getByRole('list').focus();
  await page.keyboard.press('Tab');
  await expect(refused.getByRole('button', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'This file needs another name' });
  const field = dialog.getByLabel('New name');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('badname.txt');
  await expect(dialog.getByText('bad␁name.txt')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.type('a/b');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A name can’t contain a slash (/).')).toBeVisible();
  await dialog.getByRole('button', { name: 'Rename and upload' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('A name can’t contain a slash (/).');
  await field.fill('better name.txt');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'better name.txt')).toHaveAttribute('data-phase', 'done');
  await expect(trayOf(page).getByRole('list')).toBeFocused();
  expect(await treeOf(world.person, folderId)).toEqual({
    'better name.txt': sha256(names[0] ?? ''),
    'good.txt': sha256('good.txt'),
  });
});

test('renaming a refused folder uploads its files, and the others take the suggested names', async ({
  page,
}) => {
  const folderId = await world.open(page, 'refused folder');
  const disk = world.makeDisk('refused folder');
  mkdirSync(join(disk, 'album.', 'inner'), { recursive: true });
  for (const path of ['album./a.txt', 'album./inner/b.txt', 'tab\there.txt', ' edge.txt'])
    writeFileSync(join(disk, path), path);
  await dropFiles(
    page,
    ['album.', 'tab\there.txt', ' edge.txt'].map((name) => join(disk, name)),
  );
  await expect(headlineOf(page, 'Couldn’t upload 4 files')).toBeVisible();
  await rowOf(page, 'b.txt').getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'This folder needs another name' });
  await expect(dialog.getByLabel('New name')).toHaveValue('album');
  await dialog.getByLabel('Also fix the names of 2 other items').check();
  await dialog.getByRole('button', { name: 'Rename and upload' }).click();
  await expect(headlineOf(page, '4 files uploaded')).toBeVisible();
  expect(await treeOf(world.person, folderId)).toEqual({
    album: null,
    'album/inner': null,
    'album/a.txt': sha256('album./a.txt'),
    'album/inner/b.txt': sha256('album./inner/b.txt'),
    'tab here.txt': sha256('tab\there.txt'),
    'edge.txt': sha256(' edge.txt'),
  });
});

test('a folder rename survives a reload, and the folder on the disk is found again', async ({ page }) => {
  const folderId = await world.open(page, 'refused and interrupted');
  const folder = join(world.makeDisk('refused and interrupted'), 'album.');
  mkdirSync(folder);
  const film = Buffer.alloc(60 * 1024 * 1024, 'film');
  writeFileSync(join(folder, 'film.bin'), film);
  writeFileSync(join(folder, 'note.txt'), 'note');
  writeFileSync(join(folder, 'bad.'), 'refused for its own name');
  const choosing = page.getByLabel('Upload folder').first();
  await choosing.setInputFiles(folder);
  await expect(headlineOf(page, 'Couldn’t upload 3 files')).toBeVisible();
  const open = await holdParts(page, 1);
  await rowOf(page, 'film.bin').getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'This folder needs another name' });
  await dialog.getByLabel('New name').fill('pictures');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'note.txt')).toHaveAttribute('data-phase', 'done');
  await untilUnderWay(page, 'film.bin');
  await expect(rowOf(page, 'bad.')).toHaveAttribute('data-phase', 'failed');
  await expect.poll(() => refusalsKept(page)).toBe(1);
  page.once('dialog', (leaving) => void leaving.accept());
  await page.reload();
  await expect(headlineOf(page, '1 upload was interrupted')).toBeVisible();
  await expect(rowOf(page, 'bad.')).toHaveCount(0);
  open();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose folder again' }).click();
  await (await chooser).setFiles(folder);
  await expect(rowOf(page, 'film.bin')).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({
    pictures: null,
    'pictures/film.bin': sha256(film),
    'pictures/note.txt': sha256('note'),
  });
});

/** How many entries the journal of this browser has as refused. */
async function refusalsKept(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const opened = Promise.withResolvers<IDBDatabase>();
    const opening = indexedDB.open('coffer-transfers');
    opening.onsuccess = () => opened.resolve(opening.result);
    opening.onerror = () => opened.reject(opening.error ?? new Error('not opened'));
    const database = await opened.promise;
    const read = Promise.withResolvers<Uint8Array[]>();
    const reading = database.transaction('marks').objectStore('marks').getAll();
    reading.onsuccess = () => read.resolve(reading.result);
    reading.onerror = () => read.reject(reading.error ?? new Error('not read'));
    const marks = await read.promise;
    database.close();
    return marks.flatMap((bytes) => [...bytes]).filter((mark) => mark === 2).length;
  });
}

test('a folder whose name a file has is renamed without questions about its files', async ({ page }) => {
  const folderId = await world.open(page, 'taken folder');
  const disk = world.makeDisk('taken folder');
  const earlier = join(world.makeDisk('taken file'), 'album');
  writeFileSync(earlier, 'a file');
  await choose(page, earlier);
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  mkdirSync(join(disk, 'album', 'inner'), { recursive: true });
  for (const path of ['album/a.txt', 'album/inner/b.txt']) writeFileSync(join(disk, path), path);
  await dropFiles(page, [join(disk, 'album')]);
  await expect(headlineOf(page, 'Couldn’t upload 2 files')).toBeVisible();
  await rowOf(page, 'a.txt').getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'This folder needs another name' });
  const words = 'A file with the folder’s name already exists. Rename the folder.';
  await expect(dialog.getByText(words)).toHaveCount(1);
  await expect(dialog.getByLabel('New name')).toHaveValue('album (2)');
  await dialog.getByLabel('New name').fill('ALBUM');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(words)).toHaveCount(2);
  expect(await judge(page)).toEqual([]);
  await dialog.getByLabel('New name').fill('pictures');
  await page.keyboard.press('Enter');
  await expect(headlineOf(page, '3 files uploaded')).toBeVisible();
  expect(await treeOf(world.person, folderId)).toEqual({
    album: sha256('a file'),
    pictures: null,
    'pictures/inner': null,
    'pictures/a.txt': sha256('album/a.txt'),
    'pictures/inner/b.txt': sha256('album/inner/b.txt'),
  });
});
