import { expect, type Locator, type Page, test } from '@playwright/test';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { createDocument } from './sample-documents.ts';
import { showFile } from './shown-file.ts';

const MIB = 1024 * 1024;
const PAGES = ['A bittern calls', 'Nothing here', 'Two words', 'The bittern returns'];

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Opens a file, and five minutes later, when the store refuses the URL that opened it. */
async function showForLong(
  page: Page,
  file: {
    readonly name: string;
    readonly content: Buffer;
    readonly opened: (preview: Locator) => Promise<void>;
  },
): Promise<Locator> {
  let isExpired = false;
  await page.route(/\/blobs\//, async (route) => {
    if (isExpired) await route.fulfill({ status: 403 });
    else await route.fallback();
  });
  await page.clock.install();
  const { preview } = await showFile(world, page, file);
  await file.opened(preview);
  isExpired = true;
  page.on('response', (response) => {
    if (/\/nodes\/[^/]+\/content/.test(response.url()) && response.ok()) isExpired = false;
  });
  await page.clock.fastForward('05:00');
  return preview;
}

test('a large document is read on when its URL has expired', async ({ page }) => {
  const content = createDocument(PAGES, { pageBytes: 5.5 * MIB });
  const preview = await showForLong(page, {
    name: 'survey.pdf',
    content,
    opened: async (opened) => await expect(opened.getByText('A bittern calls')).toBeVisible(),
  });
  await preview.getByRole('textbox', { name: 'Page' }).fill('4');
  await page.keyboard.press('Enter');
  await expect(preview.getByText('The bittern returns')).toBeInViewport();
});

test('a document that can no longer be read says so, and is opened again by “Try again”', async ({
  page,
}) => {
  let isRefused = false;
  await page.route(/\/blobs\//, async (route) => {
    if (isRefused) await route.fulfill({ status: 403 });
    else await route.fallback();
  });
  const content = createDocument(PAGES, { pageBytes: 5.5 * MIB });
  const { preview } = await showFile(world, page, { name: 'lost.pdf', content });
  await expect(preview.getByText('A bittern calls')).toBeVisible();
  isRefused = true;
  await preview.getByRole('textbox', { name: 'Page' }).fill('4');
  await page.keyboard.press('Enter');
  await expect(preview.getByText('Couldn’t show this file')).toBeVisible();
  isRefused = false;
  await preview.getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByText('The bittern returns')).toBeInViewport();
});

test('the source of a document is shown when its URL has expired', async ({ page }) => {
  const preview = await showForLong(page, {
    name: 'report.md',
    content: Buffer.from('# Night count\n'),
    opened: async (opened) =>
      await expect(opened.getByRole('heading', { name: 'Night count' })).toBeVisible(),
  });
  await preview.getByRole('button', { name: 'Source' }).click();
  await expect(preview.getByText('# Night count')).toBeVisible();
});
