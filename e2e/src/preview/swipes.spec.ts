import type { NodeView } from '@coffer/contracts';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { createPdf } from '../sample-files.ts';
import { startTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { createDocx } from './office-files.ts';

const CONTENT: readonly (readonly [string, Buffer])[] = [
  ['a.txt', Buffer.from('A first text')],
  ['b.docx', createDocx()],
  ['c.pdf', createPdf('Page of the report')],
  ['d.csv', Buffer.from(`${Array.from({ length: 40 }, (_, at) => `column ${at}`).join(',')}\n`)],
  ['e.txt', Buffer.from(`A last text ${'that goes on '.repeat(40)}`)],
];

let world: TransferWorld;

test.beforeAll(async () => {
  world = await startTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a finger leads to the next file of any kind, except where it scrolls', async ({ page }) => {
  const folderId = await world.open(page, 'swipes');
  const files: NodeView[] = [];
  for (const [name, content] of CONTENT) files.push(await world.person.upload(folderId, name, content));
  await page.goto(`${world.coffer.url}/s/${world.spaceId}/${files[0]?.id ?? ''}/view`);
  const devtools = await page.context().newCDPSession(page);
  const shown = (name: string) => page.getByRole('dialog', { name });
  await expect(shown('a.txt').getByText('A first text')).toBeVisible();
  await swipe(devtools, { from: 100, to: 330 });
  await swipe(devtools, { from: 200, to: 160, down: 300 });
  await expect(shown('a.txt').getByText('A first text')).toBeVisible();
  await swipe(devtools, { from: 330, to: 90 });

  const drawn = shown('b.docx').frameLocator('iframe');
  await expect(drawn.getByText('Curlew').first()).toBeVisible();
  await swipe(devtools, { from: 330, to: 90 });

  await expect(shown('c.pdf').getByText('Page of the report')).toBeVisible();
  await enlarge(page);
  await swipe(devtools, { from: 330, to: 90 });
  await expect(shown('c.pdf')).toBeVisible();
  const pages = shown('c.pdf').getByLabel('Pages of c.pdf');
  await pages.evaluate((each) => each.scrollTo({ left: each.scrollWidth, behavior: 'instant' }));
  await swipe(devtools, { from: 330, to: 90 });

  await expect(shown('d.csv').getByText('column 0').first()).toBeVisible();
  await swipe(devtools, { from: 330, to: 90 });
  await expect(shown('d.csv')).toBeVisible();
  await shown('d.csv').getByRole('button', { name: 'Next file' }).click();
  await expect(shown('e.txt').getByText('A last text')).toBeVisible();
  await shown('e.txt').getByRole('button', { name: 'Wrap lines' }).click();
  const code = shown('e.txt').locator('.cm-scroller');
  await code.evaluate((each) => each.scrollTo({ left: 300, behavior: 'instant' }));
  await swipe(devtools, { from: 90, to: 330 });
  await expect(shown('e.txt')).toBeVisible();
  await code.evaluate((each) => each.scrollTo({ left: 0, behavior: 'instant' }));
  await swipe(devtools, { from: 90, to: 330 });
  await expect(shown('d.csv').getByText('column 0').first()).toBeVisible();
});

async function enlarge(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Zoom in' });
  for (let time = 0; time < 4; time += 1) await button.click();
}

interface Swipe {
  readonly from: number;
  readonly to: number;
  readonly down?: number;
}

async function swipe(devtools: CDPSession, { from, to, down = 0 }: Swipe): Promise<void> {
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number): Promise<void> => {
    const touchPoints =
      part === undefined ? [] : [{ x: from + (to - from) * part, y: 400 + down * part, id: 1 }];
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 0);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', part);
  await touch('touchEnd');
}
