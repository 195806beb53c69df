import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type ArchivePart, createTar, createZip } from '@coffer/testing/archives';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cutOff, judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

const LETTER = Buffer.from('Dear reader '.repeat(2_000));
const PARTS: readonly ArchivePart[] = [
  { name: 'letters/' },
  { name: 'letters/first.txt', content: LETTER, isPacked: true },
  { name: '../../../etc/passwd', content: Buffer.from('root') },
  { name: 'secret.txt', content: Buffer.alloc(40), isEncrypted: true },
  { name: 'bomb.bin', content: Buffer.alloc(9_000_000), isPacked: true, claimedSize: 4_000_000_000 },
  { name: 'liar.bin', content: Buffer.alloc(9_000_000), isPacked: true, claimedSize: 10 },
];

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('a zip is listed, searched, and one file saved from it', async ({ page }) => {
  const preview = await show(page, 'all.zip', createZip(PARTS));
  const grid = preview.getByRole('grid', { name: 'Contents of all.zip' });
  await expect(grid.getByText('letters/first.txt')).toBeVisible();
  await expect(grid.getByText('../../../etc/passwd')).toBeVisible();
  await expect(preview.getByText(/^5 files, 4 GB unpacked$/)).toBeVisible();
  expect(await judge(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('first.txt');
  expect(readFileSync(await saved.path())).toEqual(LETTER);
  await expect(preview.getByRole('status').filter({ hasText: 'first.txt saved' })).toBeVisible();

  const second = page.waitForEvent('download');
  await grid.getByRole('button', { name: 'Save passwd' }).click();
  expect((await second).suggestedFilename()).toBe('passwd');
  for (const [name, words] of [
    ['secret.txt', 'secret.txt is encrypted. Download the archive to open it.'],
    ['bomb.bin', 'bomb.bin is too large to save on its own. Download the archive.'],
    ['liar.bin', 'liar.bin is damaged and can’t be saved.'],
  ] as const) {
    await grid.getByRole('button', { name: `Save ${name}` }).click();
    await expect(preview.getByText(words)).toBeVisible();
  }

  // Offline it says so, and the next try works.
  await page.context().setOffline(true);
  await grid.getByRole('button', { name: 'Save first.txt' }).click();
  await expect(preview.getByText(/^Couldn’t save first.txt/)).toBeVisible();
  await page.context().setOffline(false);
  const again = page.waitForEvent('download');
  await grid.getByRole('button', { name: 'Save first.txt' }).click();
  expect(readFileSync(await (await again).path())).toEqual(LETTER);

  const find = preview.getByRole('searchbox', { name: 'Find in this archive' });
  await find.fill('PASS');
  await expect(preview.getByText('1 of 5 files')).toBeVisible();
  await find.fill('nothing');
  await expect(preview.getByText('No files match “nothing”')).toBeVisible();
});

test('tar archives are listed, packed or not', async ({ page }) => {
  const tar = createTar([
    { name: 'notes/', type: 'folder' },
    { name: 'notes/one.txt', content: LETTER },
    { name: 'notes/two.txt', content: Buffer.alloc(2_000_000) },
  ]);
  const plain = await show(page, 'notes.tar', tar);
  await expect(plain.getByText('notes/two.txt')).toBeVisible();
  const download = page.waitForEvent('download');
  await plain.getByRole('button', { name: 'Save one.txt' }).click();
  expect(readFileSync(await (await download).path())).toEqual(LETTER);
  for (const name of ['notes.tgz', 'notes.tar.gz']) {
    const packed = await show(page, name, gzipSync(tar));
    await expect(packed.getByText('notes/two.txt')).toBeVisible();
    await expect(packed.getByText(/can’t be saved one by one/)).toBeVisible();
    await expect(packed.getByRole('button', { name: 'Save one.txt' })).toHaveCount(0);
  }
});

test('an archive fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const preview = await show(page, 'phone.zip', createZip(PARTS));
  await expect(preview.getByText('letters/first.txt')).toBeVisible();
  expect(await preview.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  expect(await cutOff(page)).toEqual([]);
});

test('damaged, endless and empty archives say so', async ({ page }) => {
  const whole = createZip(PARTS);
  const cut = await show(page, 'cut.zip', whole.subarray(0, whole.length / 2));
  await expect(cut.getByText('Couldn’t show this file')).toBeVisible();
  const bomb = await show(page, 'bomb.tgz', gzipSync(Buffer.alloc(50_000_000, 'noise')));
  await expect(bomb.getByText('Couldn’t show this file')).toBeVisible();
  const empty = await show(page, 'empty.zip', createZip([]));
  await expect(empty.getByText('This archive is empty')).toBeVisible();
  const many = Array.from({ length: 100_001 }, (_, number) => ({ name: `folder/${number}` }));
  const crowded = await show(page, 'crowded.zip', createZip(many));
  await expect(crowded.getByText('Showing the beginning: this archive has more files.')).toBeVisible();
  await crowded.getByRole('grid').focus();
  await page.keyboard.press('End');
  await expect(crowded.getByText('folder/99999', { exact: true })).toBeVisible();
});

async function show(page: Page, name: string, content: Buffer): Promise<Locator> {
  const folderId = await world.addFolder(`folder of ${name}`);
  return await world.preview(page, await world.person.upload(folderId, name, content));
}
