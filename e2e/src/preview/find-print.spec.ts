import { expect, type Frame, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { createDocx, createPptx } from './office-files.ts';
import { createEpub, createMail, createNotebook } from './reading-files.ts';
import { createPng } from '../sample-files.ts';
import { showFile } from './shown-file.ts';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function insideOf(page: Page): Frame {
  const inside = page.frames().find((each) => each.url().endsWith('/viewer-frame.html'));
  if (inside === undefined) throw new Error('there is no viewer frame');
  return inside;
}

/** Only what is painted: a highlight without a color is not seen. */
async function marked(frame: Pick<Frame, 'evaluate'>, name = 'found-current'): Promise<readonly string[]> {
  return await frame.evaluate((of) => {
    const { backgroundColor } = getComputedStyle(document.documentElement, `::highlight(${of})`);
    if (backgroundColor === 'rgba(0, 0, 0, 0)') return [];
    return Array.from(CSS.highlights.get(of) ?? [], (range) =>
      range instanceof Range ? range.toString() : '',
    );
  }, name);
}

/** What the browser would print instead of opening its dialog. */
async function printedBy(frame: Pick<Frame, 'evaluate'>, press: () => Promise<void>): Promise<string> {
  await frame.evaluate(() => {
    window.print = () => {
      const sheets = document.querySelector<HTMLElement>('[data-printed]') ?? document.body;
      const picture = sheets.querySelector('img');
      const words = picture === null ? '' : `a picture of ${picture.naturalWidth} pixels`;
      document.documentElement.dataset['wasPrinted'] = `${sheets.textContent}${words}`;
    };
  });
  await press();
  const seen = async () => await frame.evaluate(() => document.documentElement.dataset['wasPrinted'] ?? '');
  await expect.poll(seen).not.toBe('');
  return await seen();
}

test('words are found in a letter by keyboard, from within the frame too, and it is printed', async ({
  page,
}) => {
  const { preview, drawn } = await showFile(world, page, { name: 'survey.docx', content: createDocx() });
  await drawn.getByText('Curlew').click();
  await page.keyboard.press('Control+f');
  const field = preview.getByRole('textbox', { name: 'Find in this document' });
  await expect(field).toBeFocused();
  await page.keyboard.type('two CALLS');
  await expect(preview.getByText('1 of 40', { exact: true })).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(preview.getByText('2 of 40', { exact: true })).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await expect(preview.getByText('40 of 40', { exact: true })).toBeVisible();
  const frame = insideOf(page);
  expect(await marked(frame)).toEqual(['Two calls']);
  expect(await marked(frame, 'found')).toHaveLength(40);
  await field.fill('(no such words');
  await expect(preview.getByText('No matches')).toBeVisible();
  expect(await marked(frame, 'found')).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('find-docx.png') });
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(preview).toBeVisible();
  const printed = await printedBy(frame, async () => {
    await preview.getByRole('button', { name: 'Print' }).click();
  });
  expect(printed).toContain('What we heard');
});

test('words are found in chapters and slides that are not drawn yet, and all of them are printed', async ({
  page,
}) => {
  const book = await showFile(world, page, { name: 'reeds.epub', content: createEpub() });
  await book.preview.getByRole('button', { name: 'Find', exact: true }).click();
  await page.keyboard.type('very end');
  await expect(book.preview.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(book.drawn.getByText('The very end.')).toBeInViewport();
  const printed = await printedBy(insideOf(page), async () => {
    await book.preview.getByRole('button', { name: 'Print' }).click();
  });
  expect(printed).toMatch(/The reeds.*The water.*The very end\./s);
  await expect(book.drawn.getByRole('heading', { name: 'The reeds' })).toHaveCount(0);

  const titles = Array.from({ length: 30 }, (_, at) => `Slide number ${at + 1}`);
  const talk = await showFile(world, page, { name: 'talk.pptx', content: createPptx({ titles }) });
  await talk.preview.getByRole('button', { name: 'Find', exact: true }).click();
  await page.keyboard.type('number 28');
  await expect(talk.preview.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(talk.drawn.getByText('Slide number 28')).toBeInViewport();
  expect(await marked(insideOf(page))).toEqual(['number 28']);
  const slides = await printedBy(insideOf(page), async () => {
    await talk.preview.getByRole('button', { name: 'Print' }).click();
  });
  for (const title of titles) expect(slides).toContain(title);
});

test('mail and notebooks are searched and printed with what stands around them', async ({ page }) => {
  const mail = await showFile(world, page, { name: 'count.eml', content: createMail() });
  await expect(mail.drawn.getByText('41 curlews.')).toBeVisible();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('curlews');
  await expect(mail.preview.getByText('1 of 1', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const frame = insideOf(page);
  const printed = await printedBy(frame, async () => await page.keyboard.press('Control+p'));
  expect(printed).toMatch(/Reed bed – night count.*From Ada Löwe.*41 curlews/s);
  await page.emulateMedia({ media: 'print' });
  await expect(mail.drawn.getByRole('heading', { name: 'Reed bed – night count' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(mail.drawn.getByRole('heading', { name: 'Reed bed – night count' })).toBeHidden();
  await mail.preview.getByRole('button', { name: 'Plain text' }).click();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('plain');
  await expect(mail.preview.getByText('1 of 1', { exact: true })).toBeVisible();
  expect(await marked(page)).toEqual(['plain']);
  await page.screenshot({ path: test.info().outputPath('find-mail.png') });
  const fromField = await printedBy(page, async () => await page.keyboard.press('Control+p'));
  expect(fromField).toContain('Reed bed – night count');
  await page.keyboard.press('Escape');
  await expect(mail.preview.getByRole('button', { name: 'Find', exact: true })).toBeFocused();
  await mail.preview.getByRole('button', { name: 'Formatted' }).click();
  await mail.preview.getByRole('button', { name: 'Plain text' }).click();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('plain');
  await expect(mail.preview.getByText('1 of 1', { exact: true })).toBeVisible();
  const isInPage = await page.evaluate(() =>
    Array.from(CSS.highlights.get('found-current') ?? [], ({ startContainer }) => startContainer.isConnected),
  );
  expect(isInPage).toEqual([true]);
  await page.keyboard.press('Control+g');
  await expect(mail.preview.getByText('1 of 1', { exact: true })).toBeVisible();

  const book = await showFile(world, page, { name: 'count.ipynb', content: createNotebook() });
  await book.preview.getByRole('button', { name: 'Find', exact: true }).click();
  await page.keyboard.type('curlews');
  await expect(book.preview.getByText('1 of 1', { exact: true })).toBeVisible();
  expect(await marked(page)).toEqual(['curlews']);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: test.info().outputPath('find-notebook.png') });
  await page.keyboard.press('Escape');
  expect(await printedBy(page, async () => await page.keyboard.press('Control+p'))).toContain('curlews');
  await expect(page.locator('[data-printed]')).toHaveCount(0);
});

test('pictures, texts and tables are printed as a whole, by button and by key', async ({ page }) => {
  const picture = await showFile(world, page, { name: 'reeds.png', content: createPng(64, 48) });
  const press = async (): Promise<void> => await page.keyboard.press('Control+p');
  await expect(picture.preview.getByRole('img', { name: 'reeds.png' })).toBeVisible();
  expect(await printedBy(page, press)).toBe('a picture of 64 pixels');

  const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at + 1}`).join('\n');
  const log = await showFile(world, page, { name: 'night.log', content: Buffer.from(lines) });
  await expect(log.preview.getByText('line 1', { exact: true })).toBeVisible();
  const printed = await printedBy(page, async () => {
    await log.preview.getByRole('button', { name: 'Print' }).click();
  });
  expect(printed).toBe(lines);

  const rows = Array.from({ length: 2_500 }, (_, at) => `${at + 1},curlew ${at + 1}`);
  const table = await showFile(world, page, {
    name: 'count.csv',
    content: Buffer.from(['number,bird', ...rows].join('\n')),
  });
  await expect(table.preview.getByRole('gridcell', { name: 'curlew 1', exact: true })).toBeVisible();
  const sheets = await printedBy(page, press);
  expect(sheets).toMatch(/^numberbird1curlew 12curlew 2/);
  expect(sheets).toMatch(/curlew 2000Showing the first 2,000 of 2,500 rows\.$/);
  await expect(page.locator('[data-printed]')).toHaveCount(0);
});
