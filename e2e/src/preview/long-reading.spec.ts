import { expect, type Locator, type Page, test } from '@playwright/test';
import { createPng } from '../sample-files.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { createDocx, createXlsx } from './office-files.ts';
import { createMail, createNotebook } from './reading-files.ts';
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

test('a document whose URL expires before the store answers is opened with a new one', async ({ page }) => {
  const first = Promise.withResolvers<undefined>();
  let asked = 0;
  let isExpired = false;
  await page.route(/\/blobs\//, async (route) => {
    asked += 1;
    await first.promise;
    if (isExpired) await route.fulfill({ status: 403 });
    else await route.fallback();
  });
  await page.clock.install();
  const content = createDocument(PAGES, { pageBytes: MIB });
  const { preview } = await showFile(world, page, { name: 'small.pdf', content });
  await expect.poll(() => asked).toBeGreaterThan(1);
  await page.clock.fastForward('05:00');
  isExpired = true;
  page.on('response', (response) => {
    if (/\/nodes\/[^/]+\/content/.test(response.url()) && response.ok()) isExpired = false;
  });
  first.resolve(undefined);
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(preview.getByText('A bittern calls')).toBeVisible({ timeout: 2_000 });
  }).toPass();
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

test('a large text with long lines shows each of them, and says what it cannot read', async ({ page }) => {
  let isRefused = false;
  let refused = 0;
  await page.route(/\/blobs\//, async (route) => {
    if (isRefused) refused += 1;
    if (isRefused) await route.fulfill({ status: 403 });
    else await route.fallback();
  });
  const lines = Array.from({ length: 300 }, (_, at) => `heron ${at + 1} `.padEnd(30_000, 'x'));
  const content = Buffer.from(lines.join('\n'));
  const { preview } = await showFile(world, page, { name: 'herons.txt', content });
  const goTo = async (line: number): Promise<void> => {
    await preview.getByRole('button', { name: 'Go to line' }).click();
    await page.keyboard.type(String(line));
    await page.keyboard.press('Enter');
  };
  await expect(preview.getByText('300 lines')).toBeVisible();
  await goTo(90);
  await expect(preview.getByText(/^heron 90 x+…$/)).toBeVisible();
  isRefused = true;
  await goTo(290);
  const unread = preview.getByRole('alert').filter({ hasText: 'Couldn’t load some lines.' });
  await expect(unread).toBeVisible();
  // One block of 100 lines is in sight. It is read in two parts, five times each.
  expect(refused).toBeLessThanOrEqual(10);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('heron 299');
  await expect(preview.getByText('Couldn’t search the whole file.')).toBeVisible();
  isRefused = false;
  await unread.getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByText(/^heron 290 x+…$/)).toBeVisible();
  await expect(unread).toHaveCount(0);
  await preview.getByRole('search').getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByText('1 of 1 lines')).toBeVisible();
});

test('a slow store is waited for, and said after a while', async ({ page }) => {
  const files = [
    ['count.json', Buffer.from('{"night": 14}'), 'night:'],
    ['count.eml', createMail(), 'Reed bed – night count'],
    ['count.ipynb', createNotebook(), 'Night count'],
    ['survey.docx', createDocx(), 'Curlew'],
    ['counts.xlsx', createXlsx({ Birds: [['Kind'], ['Heron']] }), 'Heron'],
  ] as const;
  let held = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route(/\/blobs\//, async (route) => {
    asked += 1;
    await held.promise;
    await route.fallback();
  });
  await page.clock.install();
  for (const [name, content, words] of files) {
    const before = asked;
    const { preview, drawn } = await showFile(world, page, { name, content });
    await expect.poll(() => asked).toBeGreaterThan(before);
    await page.clock.fastForward(20_000);
    await expect(preview.getByText('Still loading. Storage is slow to respond.')).toBeVisible();
    await page.clock.fastForward(60_000);
    held.resolve(undefined);
    const inPage = preview.getByText(words).first();
    await expect(name.endsWith('.docx') ? drawn.getByText(words).first() : inPage).toBeVisible();
    held = Promise.withResolvers();
  }
});

test('a picture that does not arrive shows that it loads, and is loaded by “Try again”', async ({ page }) => {
  let isHeld = true;
  const over = Promise.withResolvers<undefined>();
  await page.route(/\/blobs\//, async (route) => {
    if (isHeld) await over.promise;
    await route.fallback();
  });
  await page.clock.install();
  const picture = createPng(400, 300);
  const { preview } = await showFile(world, page, { name: 'heron.png', content: picture });
  const shownAt = Date.now();
  const loading = preview.getByRole('status').filter({ hasText: 'Opening' });
  await expect(loading).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(preview.getByText('Still loading. Storage is slow to respond.')).toBeVisible();
  isHeld = false;
  // URLs that are signed within one second are equal, and the browser then waits for the first request.
  await expect.poll(() => Date.now()).toBeGreaterThan(shownAt + 1_100);
  await preview.getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByRole('img', { name: 'heron.png' })).toHaveJSProperty('naturalWidth', 400);
  await expect(loading).toHaveCount(0);
  over.resolve(undefined);
});

test('the text of a page stays on its words when the window changes', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { preview } = await showFile(world, page, { name: 'wide.pdf', content: createDocument(PAGES) });
  const words = preview.getByText('A bittern calls');
  await expect(words).toBeVisible();
  const share = async (): Promise<number> => {
    const sheet = await preview.getByRole('region', { name: 'Page 1 of 4' }).boundingBox();
    const box = await words.boundingBox();
    return (box?.width ?? 0) / (sheet?.width ?? 1);
  };
  const before = await share();
  await page.setViewportSize({ width: 600, height: 800 });
  await expect.poll(async () => Math.abs((await share()) - before)).toBeLessThan(0.01);
});

test('a page that cannot be drawn does not end printing, and a picture that cannot be read says so', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its canvas
    const { toBlob } = HTMLCanvasElement.prototype;
    let drawn = 0;
    HTMLCanvasElement.prototype.toBlob = function blobOf(callback, type, quality) {
      drawn += 1;
      if (type === 'image/jpeg' && drawn === 2) callback(null);
      else toBlob.call(this, callback, type, quality);
    };
    window.print = () => {
      document.documentElement.dataset['sheets'] = Array.from(
        document.querySelectorAll('[data-printed] > *'),
        (each) => each.textContent || each.tagName,
      ).join();
    };
  });
  const { preview } = await showFile(world, page, { name: 'four.pdf', content: createDocument(PAGES) });
  await expect(preview.getByText('A bittern calls')).toBeVisible();
  await preview.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute(
    'data-sheets',
    'IMG,Page 2 couldn’t be printed.,IMG,IMG',
  );
  const picture = createPng(40, 30);
  const shown = await showFile(world, page, { name: 'small.png', content: picture });
  await expect(shown.preview.getByRole('img', { name: 'small.png' })).toHaveJSProperty('naturalWidth', 40);
  await page.evaluate(() => {
    HTMLImageElement.prototype.decode = async () => await Promise.reject(new Error('unreadable'));
  });
  await shown.preview.getByRole('button', { name: 'Print' }).click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Couldn’t print. Try again.')).toBeVisible();
});
