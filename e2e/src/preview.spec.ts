import type { NodeView } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { cutOff, judge } from './judge-screens.ts';
import { createPdf, createPng } from './sample-files.ts';
import { joinTransferWorld, type TransferWorld } from './transfers-world.ts';

const ORDINARY = 'Annual report of the committee 2026.pdf';
const LONG = `The minutes of the meeting of the committee for the renewal of the reading room, ${'second '.repeat(16)}draft.txt`;

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

for (const width of [1440, 390, 320]) {
  test(`a preview stays within a window of ${width} pixels, whatever the file is called`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const folderId = await world.addFolder(`names ${width}`);
    const files = [
      await world.person.upload(folderId, ORDINARY, createPdf('Dear reader')),
      await world.person.upload(folderId, LONG, Buffer.from('One line of text.')),
    ];
    for (const file of files) {
      const preview = await world.preview(page, file);
      await expect(preview.getByText(/Dear reader|One line of text/)).toBeVisible();
      await expect(preview.getByRole('button', { name: 'Download' })).toBeInViewport({ ratio: 1 });
      expect(await cutOff(page)).toEqual([]);
      expect(await preview.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
      expect(await judge(page)).toEqual([]);
    }
  });
}

test('going back after a preview was closed does not open it again', async ({ page }) => {
  const folderId = await world.addFolder('back');
  const file = await world.person.upload(folderId, 'one.txt', Buffer.from('One line of text.'));
  await world.person.upload(folderId, 'two.txt', Buffer.from('Another line of text.'));
  await world.visit(page, '');
  await page
    .getByRole('row', { name: /^back,/ })
    .getByRole('link')
    .click();
  await page
    .getByRole('row', { name: /^one.txt/ })
    .getByRole('link')
    .click();
  await expect(page).toHaveTitle('one.txt – Coffer');
  await previewOf(page, 'one.txt').getByRole('button', { name: 'Next file' }).click();
  await expect(page).toHaveTitle('two.txt – Coffer');
  await previewOf(page, 'two.txt').getByRole('button', { name: 'Close preview' }).click();
  await expect(page).toHaveURL(new RegExp(`${folderId}$`));
  await expect(page).toHaveTitle('back – Coffer');
  await expect(page.getByRole('row', { name: /^two.txt/ })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/s/${world.spaceId}$`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Opened from a link, the list replaces the preview.
  await page.goto(viewOf(file));
  await expect(previewOf(page, 'one.txt').getByText('One line of text.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`${folderId}$`));
  await expect(page.getByRole('row', { name: /^one.txt/ })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a file that a link led to has neighbours, however far down the list it is', async ({ page }) => {
  const folderId = await world.addFolder('neighbours');
  const files: NodeView[] = [];
  for (const number of [1, 2, 3]) {
    files.push(await world.person.upload(folderId, `${number}.txt`, Buffer.from(`text ${number}`)));
  }
  for (let from = 0; from < 420; from += 30) {
    await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        world.person.call('createFolder', { body: { parentId: folderId, name: `folder ${from + number}` } }),
      ),
    );
  }
  const [, second] = files;
  if (second === undefined) throw new Error('there is no second file');
  await world.preview(page, second);
  const preview = page.getByRole('dialog');
  await expect(preview.getByText('File 2 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(preview.getByText('text 3')).toBeVisible();
  await page.reload();
  await expect(preview.getByText('File 3 of 3')).toBeVisible();
  await preview.getByRole('button', { name: 'Previous file' }).click();
  await expect(preview.getByText('text 2')).toBeVisible();
});

test('an image is zoomed by key as soon as it is open', async ({ page }) => {
  const folderId = await world.addFolder('image');
  await world.person.upload(folderId, 'sunset.png', createPng(320, 200));
  await world.visit(page, `/${folderId}`);
  await page
    .getByRole('row', { name: /^sunset/ })
    .getByRole('link')
    .click();
  const preview = previewOf(page, 'sunset.png');
  await expect(preview.getByRole('img')).toBeVisible();
  await page.keyboard.press('+');
  await expect(preview.getByText('125%')).toBeVisible();
  await page.keyboard.press('0');
  await expect(preview.getByText('100%')).toBeVisible();
});

test('a PDF says its page, and can be zoomed and leafed through', async ({ page }) => {
  const folderId = await world.addFolder('pdf');
  const file = await world.person.upload(
    folderId,
    'report.pdf',
    createPdf('Page one', 'Page two', 'Page three'),
  );
  const preview = await world.preview(page, file);
  await expect(preview.getByText('Page one')).toBeVisible();
  const number = preview.getByRole('textbox', { name: 'Page' });
  await expect(number).toHaveValue('1');
  await expect(preview.getByText('of 3', { exact: true })).toBeVisible();
  const pageOne = preview.getByRole('region', { name: 'Page 1 of 3' });
  const widthOf = async (): Promise<number> => (await pageOne.boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.keyboard.press('+');
  await expect(preview.getByText('125%')).toBeVisible();
  expect(await widthOf()).toBeGreaterThan(before * 1.2);
  await page.keyboard.press('0');
  await number.fill('3');
  await page.keyboard.press('Enter');
  await expect(preview.getByText('Page three')).toBeInViewport();
  await expect(number).toHaveValue('3');
  expect(await judge(page)).toEqual([]);
});

test('a file is renamed, looked into and trashed without leaving its preview', async ({ page }) => {
  const folderId = await world.addFolder('doing');
  const file = await world.person.upload(folderId, 'draft.txt', Buffer.from('One line of text.'));
  await world.preview(page, file);
  const preview = page.getByRole('dialog');
  await preview.getByRole('button', { name: 'Rename' }).click();
  await expect(preview.getByLabel('New name for draft.txt')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(preview.getByLabel('New name for draft.txt')).toHaveCount(0);
  await expect(preview).toBeVisible();
  await preview.getByRole('button', { name: 'Rename' }).click();
  await page.keyboard.type('final');
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('heading', { level: 1, name: 'final.txt' })).toBeVisible();
  await preview.getByRole('button', { name: 'Details' }).click();
  const details = preview.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('17 bytes')).toBeVisible();
  await expect(details.getByText(/Files.*doing/)).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Move to trash' }).click();
  await expect(preview).toHaveCount(0);
  await expect(page.getByRole('row', { name: /^final/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /^final/ })).toBeVisible();
});

function viewOf({ id }: NodeView): string {
  return `${world.coffer.url}/s/${world.spaceId}/${id}/view`;
}

function previewOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}
