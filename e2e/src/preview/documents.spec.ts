import type { NodeView } from '@coffer/contracts';
import { expect, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { createDocument } from './sample-documents.ts';

const PAGES = ['A bittern calls', 'Nothing here', 'Two words', 'The Bittern returns, bittern by bittern'];

let world: TransferWorld;

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function show(page: Page, title: string, bytes: Buffer): Promise<NodeView> {
  const folderId = await world.addFolder(title);
  const file = await world.person.upload(folderId, 'report.pdf', bytes);
  await world.preview(page, file);
  return file;
}

test('a document is searched, leafed through by contents and pages, and opened at a page', async ({
  page,
}) => {
  await show(page, 'search', createDocument(PAGES));
  const preview = page.getByRole('dialog', { name: 'report.pdf' });
  await expect(preview.getByText('A bittern calls')).toBeVisible();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('bittern');
  await expect(preview.getByText('4 places')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(preview.getByText('1 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(preview.getByText('2 of 4', { exact: true })).toBeVisible();
  await expect(preview.getByText('The Bittern returns')).toBeInViewport();
  const marked = async (name: string) =>
    await page.evaluate((each) => {
      const { backgroundColor } = getComputedStyle(document.documentElement, `::highlight(${each})`);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? 0 : (CSS.highlights.get(each)?.size ?? 0);
    }, name);
  await expect.poll(async () => await marked('pdf-chosen')).toBe(1);
  await expect.poll(async () => await marked('pdf-found')).toBeGreaterThanOrEqual(2);
  await expect(page).toHaveURL(/#page=4$/);
  await preview.getByRole('button', { name: 'Contents and pages' }).click();
  const side = preview.getByRole('complementary', { name: 'Contents and pages' });
  await expect(side.getByRole('button', { name: /Chapter 4/ })).toHaveAttribute('aria-current', 'true');
  await side.getByRole('button', { name: /Chapter 2/ }).click();
  await expect(preview.getByText('Nothing here')).toBeInViewport();
  expect(await judge(page)).toEqual([]);
  await side.getByRole('button', { name: 'Pages', exact: true }).click();
  await side.getByRole('button', { name: 'Go to page 3' }).click();
  await expect(preview.getByRole('textbox', { name: 'Page' })).toHaveValue('3');
  expect(await judge(page)).toEqual([]);
  await side.getByRole('button', { name: 'Found' }).click();
  await expect(side.getByRole('listitem')).toHaveCount(4);
  expect(await judge(page)).toEqual([]);
  await page.reload();
  await expect(preview.getByRole('textbox', { name: 'Page' })).toHaveValue('3');
});

test('a document with a password asks for it, and is printed as pictures of its pages', async ({ page }) => {
  await show(page, 'locked', createDocument(PAGES, { password: 'reed' }));
  const preview = page.getByRole('dialog', { name: 'report.pdf' });
  const password = preview.getByLabel('Password of the document');
  await password.fill('wrong');
  await page.keyboard.press('Enter');
  await expect(preview.getByText('This password doesn’t open the document.')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await password.fill('reed');
  await page.keyboard.press('Enter');
  await expect(preview.getByText('A bittern calls')).toBeVisible();
  await page.evaluate(() => {
    window.print = () => {
      const sheets = document.querySelectorAll('[data-printed] img');
      document.documentElement.dataset['sheets'] = String(sheets.length);
    };
  });
  await preview.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-sheets', '4');
  await expect(page.locator('[data-printed]')).toHaveCount(0);
});

test('the first page of a document is its thumbnail, and is seen before the document is there', async ({
  page,
}) => {
  const folderId = await world.open(page, 'thumbnails');
  await world.person.upload(folderId, 'report.pdf', createDocument(PAGES));
  await world.person.upload(folderId, 'locked.pdf', createDocument(PAGES, { password: 'reed' }));
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  const tile = page.getByRole('gridcell').filter({ hasText: 'report.pdf' });
  await expect(tile.locator('img[data-loaded]')).toHaveCount(1);
  const locked = page.getByRole('gridcell').filter({ hasText: 'locked.pdf' });
  await expect(locked.locator('[data-kind="pdf"]').first()).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.reload();
  const held = Promise.withResolvers<undefined>();
  await page.route(/\/blobs\//, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.getByRole('link', { name: 'report.pdf' }).click();
  const preview = page.getByRole('dialog', { name: 'report.pdf' });
  const sight = preview.locator('[data-first-sight] img[data-loaded]');
  await expect(sight).toBeVisible();
  const place = await sight.boundingBox();
  held.resolve(undefined);
  const first = preview.getByRole('region', { name: 'Page 1 of 4' });
  await expect(first).toHaveAttribute('data-drawn');
  await expect(sight).toHaveCount(0);
  const drawn = await first.boundingBox();
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs((drawn?.[side] ?? 0) - (place?.[side] ?? 0)), `${side} stays`).toBeLessThanOrEqual(1);
  }
});
