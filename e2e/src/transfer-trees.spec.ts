import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sized } from '@coffer/testing/campaign';
import { expect, type Page, test } from '@playwright/test';
import { dropFiles } from './drop.ts';
import {
  choose,
  headlineOf,
  rowOf,
  sha256,
  sizesOf,
  joinTransferWorld,
  type TransferWorld,
  trayOf,
  treeOf,
} from './transfers-world.ts';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

type Tree = Record<string, string | null>;

function write(folder: string, entries: Readonly<Record<string, Buffer | null>>): Tree {
  const tree: Tree = {};
  for (const [path, content] of Object.entries(entries)) {
    if (content === null) mkdirSync(join(folder, path), { recursive: true });
    else writeFileSync(join(folder, path), content);
    tree[path] = content === null ? null : sha256(content);
  }
  return tree;
}

/** Each holds 50 files. */
const BOXES = sized({ gate: 12, campaign: 40 });
const CONFLICTS = sized({ gate: 60, campaign: 300 });

test(`a folder of ${BOXES * 50} small files is uploaded with nested and empty folders`, async ({ page }) => {
  test.setTimeout(300_000);
  const folderId = await world.open(page, 'many');
  const disk = world.makeDisk('many');
  const entries: Record<string, Buffer | null> = { all: null };
  for (let number = 0; number < BOXES; number += 1) {
    const folder = `all/shelf ${number % 8}/box ${number}`;
    entries[`all/shelf ${number % 8}`] = null;
    entries[folder] = null;
    entries[`${folder}/empty`] = null;
    for (let file = 0; file < 50; file += 1) {
      // Unique sizes, so that swapped files are detected.
      entries[`${folder}/note ${file}.txt`] = randomBytes(50 + number * 50 + file);
    }
  }
  entries['all/deep'] = null;
  for (let depth = 1, path = 'all/deep'; depth <= 12; depth += 1) entries[(path += `/level ${depth}`)] = null;
  write(disk, entries);
  await dropFiles(page, [join(disk, 'all')]);
  await expect(headlineOf(page, /^[\d,]+ files uploaded$/)).toBeVisible({ timeout: 240_000 });
  const sizes = Object.entries(entries).map(([path, content]) => [path, content?.length ?? null] as const);
  expect(await sizesOf(world.person, folderId)).toEqual(Object.fromEntries(sizes));
});

test('empty files and unusual names are uploaded unchanged', async ({ page }) => {
  const folderId = await world.open(page, 'names');
  const disk = world.makeDisk('names');
  const tree = write(disk, {
    'nothing.txt': Buffer.alloc(0),
    '👩‍👩‍👧‍👦 holiday 🏝️.txt': randomBytes(10),
    'تقرير 2026 (نهائي).txt': randomBytes(11),
    'plan \u05d0\u05d1\u05d2 v2.txt': randomBytes(12),
    [`${'ä'.repeat(125)}.txt`.normalize('NFC')]: randomBytes(13),
    '100% #1 & + ?.txt': randomBytes(14),
    '.hidden': randomBytes(15),
    'it\'s "quoted".txt': randomBytes(16),
  });
  await choose(page, ...Object.keys(tree).map((name) => join(disk, name)));
  await expect(headlineOf(page, '8 files uploaded')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual(tree);
});

test(`${CONFLICTS} name conflicts ask once`, async ({ page }) => {
  const folderId = await world.open(page, 'taken');
  const disk = world.makeDisk('taken');
  const names = Array.from({ length: CONFLICTS }, (_, number) => `note ${number}.txt`);
  const first = write(disk, Object.fromEntries(names.map((name) => [name, randomBytes(60)] as const)));
  const paths = names.map((name) => join(disk, name));
  await choose(page, ...paths);
  await expect(headlineOf(page, `${CONFLICTS} files uploaded`)).toBeVisible({ timeout: 120_000 });
  await closeTray(page);
  write(disk, Object.fromEntries(names.map((name) => [name, randomBytes(61)] as const)));
  write(disk, { 'one more.txt': Buffer.from('one more') });
  await choose(page, ...paths, join(disk, 'one more.txt'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: `${CONFLICTS} files already exist` })).toBeVisible({
    timeout: 120_000,
  });
  const compared = dialog.getByRole('list', { name: 'Files that already exist' }).getByRole('listitem');
  await expect(compared.first()).toContainText(/note 0\.txt.*Existing\s*60 bytes · .*New\s*61 bytes · /s);
  await expect(compared.nth(2)).toContainText('note 2.txt');
  await dialog.getByRole('radio', { name: 'Skip' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(headlineOf(page, `1 file uploaded, ${CONFLICTS} skipped`)).toBeVisible({ timeout: 120_000 });
  await expect(dialog).toHaveCount(0);
  const { 'one more.txt': more, ...rest } = await treeOf(world.person, folderId);
  expect(rest).toEqual(first);
  expect(more).toBe(sha256('one more'));
});

test('the same folder dropped twice asks once, and skipped files are not duplicated', async ({ page }) => {
  const folderId = await world.open(page, 'twice');
  const disk = world.makeDisk('twice');
  const tree = write(disk, {
    album: null,
    'album/empty': null,
    'album/inner': null,
    'album/a.txt': randomBytes(100),
    'album/inner/b.txt': randomBytes(9 * 1024 * 1024),
  });
  await dropFiles(page, [join(disk, 'album')]);
  await expect(headlineOf(page, /files uploaded$/)).toBeVisible({ timeout: 120_000 });
  await closeTray(page);
  await dropFiles(page, [join(disk, 'album')]);
  const dialog = page.getByRole('dialog', { name: '2 files already exist' });
  await expect(dialog).toBeVisible({ timeout: 120_000 });
  await dialog.getByRole('radio', { name: 'Skip' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(trayOf(page).getByText('Skipped', { exact: true })).toHaveCount(2);
  expect(await treeOf(world.person, folderId)).toEqual(tree);
});

test('of files that exist already, those with the same content are skipped', async ({ page }) => {
  const folderId = await world.open(page, 'partly');
  const disk = world.makeDisk('partly');
  write(disk, { 'same.txt': Buffer.from('as before'), 'changed.txt': Buffer.from('version 1') });
  const paths = ['same.txt', 'changed.txt'].map((name) => join(disk, name));
  await choose(page, ...paths);
  await expect(headlineOf(page, '2 files uploaded')).toBeVisible({ timeout: 120_000 });
  await closeTray(page);
  const now = write(disk, { 'same.txt': Buffer.from('as before'), 'changed.txt': Buffer.from('version 2') });
  await choose(page, ...paths);
  const dialog = page.getByRole('dialog', { name: '2 files already exist' });
  await expect(dialog.getByRole('checkbox', { name: 'Skip 1 file with the same content' })).toBeChecked();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Same content' })).toContainText('same.txt');
  await dialog.getByRole('radio', { name: 'Replace as new version' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(headlineOf(page, '1 file uploaded, 1 skipped')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual(now);
});

test('of names that exist, single ones are decided apart from the others', async ({ page }) => {
  const folderId = await world.open(page, 'apart');
  const disk = world.makeDisk('apart');
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const all = (content: string) =>
    write(disk, Object.fromEntries(names.map((name) => [name, Buffer.from(`${content} ${name}`)] as const)));
  const before = all('old');
  const paths = names.map((name) => join(disk, name));
  await choose(page, ...paths);
  await expect(headlineOf(page, '3 files uploaded')).toBeVisible({ timeout: 120_000 });
  await closeTray(page);
  const after = all('new');
  await choose(page, ...paths);
  const dialog = page.getByRole('dialog', { name: '3 files already exist' });
  await dialog.getByLabel('What to do with a.txt').selectOption('Replace as new version');
  await dialog.getByLabel('What to do with b.txt').selectOption('Keep both');
  await expect(dialog.getByRole('group', { name: 'What should we do with the other file?' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Skip' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(headlineOf(page, '2 files uploaded, 1 skipped')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({
    ...before,
    'a.txt': after['a.txt'],
    'b (2).txt': after['b.txt'],
  });
});

test('an unreadable folder is shown as such, and its siblings are uploaded', async ({ page }) => {
  // Root may read everything, so the refusal is simulated.
  await page.addInitScript(() => {
    const entryOf = Reflect.get(DataTransferItem.prototype, 'webkitGetAsEntry');
    DataTransferItem.prototype.webkitGetAsEntry = function get() {
      const entry = entryOf.call(this);
      const { createReader } = Object.getPrototypeOf(entry);
      Object.getPrototypeOf(entry).createReader = function create(this: FileSystemDirectoryEntry) {
        const reader: FileSystemDirectoryReader = createReader.call(this);
        if (this.name === 'locked')
          reader.readEntries = (_, refused) => refused?.(new DOMException('refused', 'NotReadableError'));
        return reader;
      };
      return entry;
    };
  });
  const folderId = await world.open(page, 'locked');
  const disk = world.makeDisk('locked');
  const tree = write(disk, { album: null, 'album/a.txt': randomBytes(20), 'album/b.txt': randomBytes(21) });
  write(disk, { 'album/locked': null, 'album/locked/c.txt': randomBytes(22) });
  await dropFiles(page, [join(disk, 'album')]);
  await expect(headlineOf(page, 'Couldn’t upload 1 file')).toBeVisible({ timeout: 120_000 });
  await expect(rowOf(page, 'locked')).toContainText('The file was changed, moved or can’t be read');
  expect(await treeOf(world.person, folderId)).toEqual(tree);
});

async function closeTray(page: Page): Promise<void> {
  await trayOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(trayOf(page)).toHaveCount(0);
}
