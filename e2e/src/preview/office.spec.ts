import { createZip } from '@coffer/testing/archives';
import { expect, type Page, test } from '@playwright/test';
import { cutOff, judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { createDocx, createOdp, createOdt, createPptx, createXlsx } from './office-files.ts';
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

test('a letter of Word is drawn in a frame without an origin, with its headings and keys', async ({
  page,
}) => {
  const { preview, drawn } = await show(page, 'survey.docx', createDocx());
  await expect(drawn.getByText('Curlew')).toBeVisible();
  await expect(preview.getByText('The layout may differ from the original')).toBeVisible();
  const frame = preview.locator('iframe');
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-modals');
  const inside = page.frames().find((each) => each.url().endsWith('/viewer-frame.html'));
  expect(await inside?.evaluate(() => self.origin)).toBe('null');
  expect(await inside?.evaluate(() => document.documentElement.lang)).toBe('en');
  const contents = preview.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('button', { name: 'What we heard' }).click();
  await expect(drawn.getByRole('heading', { name: 'What we heard' })).toBeInViewport();
  await preview.getByRole('button', { name: 'Zoom in' }).click();
  await expect(preview.getByText('125%')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(drawn.getByText('Curlew')).toBeVisible();
  expect(await cutOff(page)).toEqual([]);
  await drawn.getByText('Curlew').click();
  await page.keyboard.press('0');
  await expect(preview.getByText('100%')).toBeVisible();
  await page.keyboard.press('+');
  await expect(preview.getByText('125%')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
});

test('slides and OpenDocument are drawn', async ({ page }) => {
  const slides = await show(page, 'talk.pptx', createPptx());
  await expect(slides.drawn.getByText('Reed bed survey')).toBeVisible();
  await expect(slides.preview.getByText('3 slides')).toBeVisible();
  await slides.preview.getByLabel('Page', { exact: true }).fill('3');
  await page.keyboard.press('Enter');
  await expect(slides.drawn.getByText('Next steps')).toBeInViewport();
  const text = await show(page, 'survey.odt', createOdt());
  await expect(text.drawn.getByRole('heading', { name: 'Reed bed survey' })).toBeVisible();
  await expect(text.drawn.getByRole('cell', { name: 'Curlew' })).toBeVisible();
  await expect(text.drawn.locator('img')).toHaveJSProperty('naturalWidth', 120);
  const talk = await show(page, 'talk.odp', createOdp());
  await expect(talk.drawn.getByText('What we heard')).toBeVisible();
  await expect(talk.preview.getByText('2 slides')).toBeVisible();
});

test('repeated cells of an OpenDocument table are counted', async ({ page }) => {
  const row =
    '<table:table-row><table:table-cell table:number-columns-repeated="200"/></table:table-row>'.repeat(400);
  const { drawn } = await show(page, 'wide.odt', createOdt(`<table:table>${row}</table:table>`));
  await expect(drawn.getByText('The rest of this document is too long to show.')).toBeVisible();
  expect(await drawn.locator('td').count()).toBeLessThanOrEqual(60_000);
});

test('a workbook is a table with its sheets', async ({ page }) => {
  const birds = [['Kind', 'Count'], ...Array.from({ length: 3_000 }, (_, at) => [`Bird ${at}`, at * 2])];
  const { preview } = await show(
    page,
    'counts.xlsx',
    createXlsx({ Birds: birds, 'Night "two"': [['Gate', 3]] }),
  );
  await expect(preview.getByText('3,000 rows')).toBeVisible();
  await expect(preview.getByRole('columnheader', { name: 'Kind' })).toBeVisible();
  await preview.getByRole('searchbox').fill('bird 2999');
  await expect(preview.getByRole('gridcell', { name: '5998' })).toBeVisible();
  await preview.getByRole('button', { name: 'Night "two"' }).click();
  await expect(preview.getByRole('gridcell', { name: 'Gate' })).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Night "two"' })).toBeFocused();
  await expect(preview.getByRole('searchbox')).toHaveValue('');
  await expect(preview.getByRole('gridcell', { name: '5998' })).toBeHidden();
  const broken = await show(
    page,
    'broken.ods',
    createZip([{ name: 'content.xml', content: Buffer.from('<a') }]),
  );
  await expect(broken.preview.getByText('Couldn’t read this file')).toBeVisible();
});

test('damaged, protected and endless files say so and offer the download', async ({ page }) => {
  const expected = [
    ['damaged.docx', Buffer.from('not a document'), 'Couldn’t read this file'],
    ['empty.pptx', Buffer.alloc(0), 'This file is empty'],
    ['locked.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'This file is protected with a password'],
    ['bomb.docx', bomb(), 'This file is too large to show here'],
  ] as const;
  for (const [name, content, words] of expected) {
    const { preview } = await show(page, name, content);
    await expect(preview.getByText(words)).toBeVisible();
    await expect(preview.getByRole('button', { name: 'Download' }).last()).toBeVisible();
  }
});

function bomb(): Buffer {
  return createZip([
    {
      name: 'word/document.xml',
      content: Buffer.alloc(80 * 1024 * 1024, ' '),
      isPacked: true,
    },
  ]);
}
