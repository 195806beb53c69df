import type { NodeView } from '@coffer/contracts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { createPng } from '../sample-files.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { cameraJpeg } from './camera-jpeg.ts';

let world: TransferWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function previewOf(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

async function pictured(title: string): Promise<readonly NodeView[]> {
  const folderId = await world.addFolder(title);
  const files: NodeView[] = [];
  for (const [name, width] of [
    ['a.png', 900],
    ['b.png', 600],
    ['c.png', 300],
  ] as const) {
    files.push(await world.person.upload(folderId, name, createPng(width, 400)));
  }
  await world.person.upload(folderId, 'b notes.txt', Buffer.from('between the pictures'));
  return files;
}

test('pictures are shown one after another on the whole screen, and by the strip below', async ({ page }) => {
  const [first] = await pictured('show');
  if (first === undefined) throw new Error('no picture');
  await world.preview(page, first);
  const strip = previewOf(page, 'a.png').getByRole('navigation', { name: 'Pictures in this list' });
  await expect(strip.getByRole('button')).toHaveCount(3);
  expect(await judge(page)).toEqual([]);
  await strip.getByRole('button', { name: 'c.png' }).click();
  await expect(previewOf(page, 'c.png').getByRole('img', { name: 'c.png' })).toBeVisible();
  await world.preview(page, first);
  await previewOf(page, 'a.png').getByRole('button', { name: 'Slideshow' }).click();
  const show = page.getByRole('region', { name: 'Slideshow' });
  await expect(show.getByRole('button', { name: 'Pause' })).toBeVisible();
  await show.getByLabel('Time for each picture').selectOption({ label: '3 seconds' });
  expect(await judge(page)).toEqual([]);
  // The text between them is passed over, and the show stops at the last picture.
  await expect(show.getByRole('img', { name: 'b.png' })).toBeVisible();
  await expect(show.getByRole('img', { name: 'c.png' })).toBeVisible();
  await expect(show.getByRole('button', { name: 'Play' })).toBeDisabled({ timeout: 15_000 });
  await page.keyboard.press('ArrowLeft');
  await expect(show.getByRole('img', { name: 'b.png' })).toBeVisible();
  await show.getByRole('button', { name: 'End slideshow' }).click();
  await expect(show).toBeHidden();
  await expect(previewOf(page, 'b.png')).toBeVisible();
  // The keys of the picture below the show do nothing.
  await page.keyboard.press('s');
  await expect(show.getByRole('img', { name: 'b.png' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(show.getByRole('img', { name: 'c.png' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(show.getByRole('img', { name: 'b.png' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(show).toBeHidden();
  await page.keyboard.press('r');
  await expect
    .poll(async () => await page.getByRole('img', { name: 'b.png' }).evaluate(({ style }) => style.transform))
    .toContain('rotate(90deg)');
});

test('at the last file the focus goes from the button to the title', async ({ page }) => {
  const [, , last] = await pictured('last');
  if (last === undefined) throw new Error('no picture');
  await world.visit(page, `/${last.parentId}`);
  await page
    .getByRole('row', { name: /^b\.png/ })
    .getByRole('link')
    .click();
  await previewOf(page, 'b.png').getByRole('button', { name: 'Next file' }).focus();
  await page.keyboard.press('Enter');
  await expect(previewOf(page, 'c.png').getByRole('button', { name: 'Next file' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'c.png' })).toBeFocused();
});

test('the details of a photo come from the camera, and no map server is contacted', async ({ page }) => {
  const folderId = await world.addFolder('camera');
  const photo = await world.person.upload(folderId, 'photo.jpg', cameraJpeg());
  const odd = await world.person.upload(folderId, 'odd.jpg', cameraJpeg({ isHostile: true }));
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:http:\/\/(?:localhost|127\.0\.0\.1)|blob:|data:)/.test(request.url()))
      elsewhere.push(request.url());
  });
  await world.preview(page, photo);
  await page.getByRole('dialog').getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog').getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('Coffer One')).toBeVisible();
  await expect(details.getByText('ƒ/8')).toBeVisible();
  await expect(details.getByText('1/125')).toBeVisible();
  await expect(details.getByText('14 Oct 2026')).toBeVisible();
  await expect(details.getByText('48.50000, 9.25000')).toBeVisible();
  await expect(details.getByRole('link', { name: 'Open map' })).toHaveAttribute('rel', /noreferrer/);
  expect(await judge(page)).toEqual([]);
  await world.preview(page, odd);
  await page.getByRole('dialog').getByRole('button', { name: 'Details' }).click();
  await expect(details.getByText('Dimensions')).toBeVisible();
  expect(elsewhere).toEqual([]);
});

test('a picture is turned, cropped and made smaller as a new version, by keyboard too', async ({ page }) => {
  const [first] = await pictured('edit');
  if (first === undefined) throw new Error('no picture');
  await world.preview(page, first);
  const editor = page.getByRole('region', { name: 'Edit a.png' });
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await editor.getByRole('button', { name: 'Rotate right' }).click();
  await expect(editor.getByLabel('Width')).toHaveValue('400');
  await expect(editor.getByLabel('Height')).toHaveValue('900');
  await editor.getByLabel('Crop shape').selectOption('Square');
  await expect(editor.getByLabel('Height')).toHaveValue('400');
  await editor.getByRole('button', { name: 'Bottom right corner' }).focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(editor.getByLabel('Width')).toHaveValue('360');
  await page.keyboard.press('Control+z');
  await expect(editor.getByLabel('Width')).toHaveValue('400');
  await editor.getByLabel('Width').fill('100');
  await page.keyboard.press('Enter');
  await expect(editor.getByLabel('Height')).toHaveValue('100');
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  // Somebody else saves in the meantime: nothing is covered without being asked.
  await world.person.replace(first, createPng(50, 50));
  await editor.getByRole('button', { name: 'Save as new version' }).click();
  await expect(editor.getByText('Someone saved another version')).toBeVisible();
  await editor.getByRole('button', { name: 'Save over it as the newest version' }).click();
  await expect(editor).toBeHidden();
  const image = previewOf(page, 'a.png').getByRole('img', { name: 'a.png' });
  await expect.poll(async () => await image.evaluate(sizeOf)).toEqual([100, 100]);
  const { items } = await world.person.call('listVersions', { params: { nodeId: first.id } });
  expect(items).toHaveLength(3);
  await expect(previewOf(page, 'a.png').getByRole('button', { name: 'Edit' })).toBeVisible();
});

test('going back asks about the edits of a picture, and discarding them ends their saving', async ({
  page,
}) => {
  const [first] = await pictured('back');
  if (first === undefined) throw new Error('no picture');
  await world.visit(page, `/${first.parentId}`);
  const row = page.getByRole('row', { name: /^a\.png/ });
  await row.getByRole('link').click();
  const editor = page.getByRole('region', { name: 'Edit a.png' });
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await editor.getByRole('button', { name: 'Rotate right' }).click();
  const width = editor.getByLabel('Width');
  await expect(width).toHaveValue('400');
  await page.evaluate(() => history.back());
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(width).toHaveValue('400');
  expect(page.url()).toContain('/view');
  // While it is being saved, nothing changes.
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/uploads', async (route) => {
    await held.promise;
    await Promise.allSettled([route.continue()]);
  });
  await editor.getByRole('button', { name: 'Save as new version' }).click();
  await expect(editor).toHaveAttribute('aria-busy', 'true');
  await editor.getByRole('button', { name: 'Rotate right' }).click();
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(row).toBeVisible();
  await expect(editor).toBeHidden();
  expect(page.url()).not.toContain('/view');
  held.resolve(undefined);
  await page.unrouteAll({ behavior: 'wait' });
  await page.waitForTimeout(1_000);
  const { items } = await world.person.call('listVersions', { params: { nodeId: first.id } });
  expect(items).toHaveLength(1);
});

test('a typed width stays after a click on the picture, and the save key takes it from the field', async ({
  page,
}) => {
  const [first] = await pictured('width');
  if (first === undefined) throw new Error('no picture');
  await world.preview(page, first);
  const editor = page.getByRole('region', { name: 'Edit a.png' });
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  const width = editor.getByLabel('Width');
  await width.fill('450');
  await width.press('Enter');
  await editor.getByRole('group', { name: 'Crop area' }).click();
  await editor.getByRole('button', { name: 'Rotate right' }).click();
  await expect(width).toHaveValue('200');
  await width.fill('100');
  await width.press('Control+s');
  await expect(editor).toBeHidden();
  const image = previewOf(page, 'a.png').getByRole('img', { name: 'a.png' });
  await expect.poll(async () => await image.evaluate(sizeOf)).toEqual([100, 225]);
});

test('a picture whose folder is gone is saved as a copy in the own files', async ({ page }) => {
  const [first] = await pictured('gone');
  if (first?.parentId == null) throw new Error('no picture');
  await world.preview(page, first);
  const editor = page.getByRole('region', { name: 'Edit a.png' });
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await editor.getByRole('button', { name: 'Flip' }).click();
  await world.person.call('trashNodes', { body: { ids: [first.parentId] } });
  await editor.getByRole('button', { name: 'Save as new version' }).click();
  await editor.getByRole('button', { name: 'Save as a copy' }).click();
  await expect(page.getByText('The folder is gone. Saved as a.png in Files.').first()).toBeVisible();
});

test('on a phone, a swipe leads to the next picture and two fingers enlarge', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  const [first] = await pictured('phone');
  if (first === undefined) throw new Error('no picture');
  await world.preview(page, first);
  await expect(page.getByRole('img', { name: 'a.png' })).toBeVisible();
  const devtools = await context.newCDPSession(page);
  const touch = async (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...xs: readonly number[]
  ): Promise<void> => {
    const touchPoints = xs.map((x, id) => ({ x, y: 400, id }));
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 150, 240);
  await touch('touchMove', 100, 290);
  await touch('touchMove', 60, 330);
  await touch('touchEnd');
  await expect
    .poll(async () => await page.getByRole('img', { name: 'a.png' }).evaluate(({ style }) => style.transform))
    .toMatch(/scale\([2-9]/);
  await page.getByRole('button', { name: 'Fit to screen' }).click();
  await touch('touchStart', 330);
  await touch('touchMove', 200);
  await touch('touchMove', 90);
  await touch('touchEnd');
  await expect(
    page.getByRole('img', { name: 'b.png' }).or(page.getByText('between the pictures')),
  ).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

function sizeOf(image: HTMLElement): readonly number[] {
  return image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : [];
}
