import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { cutOff, judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { createEpub, createGltf, createMail, createNotebook, createStl } from './reading-files.ts';
import { type ShownFile, showFile } from './shown-file.ts';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function show(page: Page, name: string, content: Buffer): Promise<ShownFile> {
  return await showFile(world, page, { name, content });
}

test('a mail is shown with its people, its own pictures, its plain text and its attachments', async ({
  page,
}) => {
  const { preview, drawn } = await show(page, 'count.eml', createMail());
  await expect(preview.getByRole('heading', { name: 'Reed bed – night count' })).toBeVisible();
  await expect(preview.getByText('Ada Löwe')).toBeVisible();
  await expect(drawn.getByRole('heading', { name: 'Night count' })).toBeVisible();
  await expect(drawn.locator('img')).toHaveJSProperty('naturalWidth', 120);
  expect(await judge(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await preview.getByRole('button', { name: /^Download .*count\.txt/ }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('count.txt');
  expect(readFileSync(await saved.path(), 'utf8').trim()).toBe('curlew 41');
  await preview.getByRole('button', { name: 'Plain text' }).click();
  await expect(preview.getByText('Forty-one curlews, in plain text.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await cutOff(page)).toEqual([]);
});

test('a notebook is shown with its words, its code and its outputs', async ({ page }) => {
  const { preview, drawn } = await show(page, 'count.ipynb', createNotebook());
  await expect(preview.getByRole('heading', { name: 'Night count' })).toBeVisible();
  await expect(preview.getByText('counts.head()')).toBeVisible();
  await expect(drawn.getByRole('cell', { name: 'Curlew' })).toBeVisible();
  await expect(preview.getByRole('img', { name: 'A plot' })).toHaveJSProperty('naturalWidth', 120);
  await expect(preview.getByText('ValueError')).toBeVisible();
  await expect(preview.getByText('Python 3 · 2 cells')).toBeVisible();
  expect(await judge(page)).toEqual([]);
});

test('a book is read by chapters, with its contents and by keyboard', async ({ page }) => {
  const folderId = await world.addFolder('books');
  const book = await world.person.upload(folderId, 'reeds.epub', createEpub());
  await world.person.upload(folderId, 'a first file.txt', Buffer.from('before the book'));
  await world.person.upload(folderId, 'some other file.txt', Buffer.from('after the book'));
  const preview = await world.preview(page, book);
  const drawn = preview.frameLocator('iframe').first();
  await expect(preview.getByRole('button', { name: 'Next file' })).toBeVisible();
  await expect(drawn.getByRole('heading', { name: 'The reeds' })).toBeVisible();
  await expect(drawn.getByRole('img', { name: 'Sun' })).toHaveJSProperty('naturalWidth', 120);
  await drawn.getByRole('link', { name: 'To the end' }).click();
  await expect(drawn.getByText('The very end.')).toBeInViewport();
  const contents = preview.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('button', { name: 'The water' })).toHaveAttribute(
    'aria-current',
    'location',
  );
  await page.keyboard.press('ArrowLeft');
  await expect(drawn.getByRole('heading', { name: 'The reeds' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(drawn.getByRole('heading', { name: 'The water' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(drawn.getByRole('heading', { name: 'The reeds' })).toBeVisible();
  await contents.getByRole('button', { name: 'The water' }).click();
  await expect(drawn.getByRole('heading', { name: 'The water' })).toBeVisible();
  await expect(drawn.getByRole('button', { name: 'Previous chapter' })).toBeAttached();
  expect(await judge(page)).toEqual([]);
});

test('a model of STL or glTF is drawn and turned by keyboard', async ({ page }) => {
  for (const [name, content, facts] of [
    ['heron.stl', createStl(), '4 triangles'],
    ['reed.gltf', createGltf(), '1 triangle'],
  ] as const) {
    const { preview, drawn } = await show(page, name, content);
    await expect(preview.getByText(facts)).toBeVisible();
    const model = drawn.getByRole('img', { name: /^3D model/ });
    const first = await model.screenshot();
    await model.press('ArrowRight');
    await model.press('ArrowUp');
    await expect.poll(async () => (await model.screenshot()).equals(first)).toBe(false);
  }
});
