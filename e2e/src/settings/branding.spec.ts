import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { EVERY_LOOK } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let page: Page;

test.beforeAll(async ({ browser }) => {
  const data = running.use(await createDataFolder('branding'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signInInBrowser(page, coffer, ADMINISTRATOR);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const toast = (words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words);
const home = (name: string) => page.getByRole('link', { name: `${name}, go to your files` });

async function accentOf(shown: Page): Promise<string> {
  return await shown.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
}

test('name and color are seen while they are chosen, count everywhere when saved, and can be undone', async ({
  browser,
}) => {
  await page.goto(`${coffer.url}/admin/settings`);
  await page.getByRole('link', { name: 'Branding' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('Coffer');
  const own = await accentOf(page);
  await name.fill('By\u202eron');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a name of up to 60 characters')).toBeVisible();
  await name.fill('Byron family');
  await page.getByRole('radio', { name: 'Pink' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('figure', { name: 'Dark' }).getByText('Byron family')).toBeVisible();
  await expect(home('Coffer')).toBeVisible();
  await page.getByLabel('Other color').fill('#ffee00');
  await expect(page.getByText('This color is hard to read')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast('Branding saved.')).toBeVisible();
  await expect(home('Byron family')).toBeVisible();
  await expect(page).toHaveTitle('Settings of this Coffer – Byron family');
  expect(await accentOf(page)).not.toBe(own);

  const outside = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  // Before any script of ours has run.
  await outside.route('**/assets/*.js', async (route) => await route.abort());
  const violations: string[] = [];
  outside.on('console', (message) => violations.push(message.text()));
  await outside.goto(`${coffer.url}/sign-in`);
  await expect(outside).toHaveTitle('Byron family');
  expect(await accentOf(outside)).toBe(await accentOf(page));
  expect(violations.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  await outside.unrouteAll();
  await outside.reload();
  await expect(outside.getByRole('banner').getByText('Byron family')).toBeVisible();
  await outside.goto(`${coffer.url}/l/${'x'.repeat(43)}`);
  await expect(outside.getByRole('banner').getByText('Byron family')).toBeVisible();

  const { see, findings } = sightOf(page, EVERY_LOOK, 'branding');
  await see('branding');
  const outsideSight = sightOf(outside, EVERY_LOOK, 'branding');
  await outside.goto(`${coffer.url}/sign-in`);
  await outsideSight.see('branded-sign-in');
  expect([...findings, ...outsideSight.findings]).toEqual([]);

  await page.getByRole('button', { name: 'Use Coffer’s look' }).click();
  await expect(home('Coffer')).toBeVisible();
  expect(await accentOf(page)).toBe(own);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Changed back.')).toBeVisible();
  await expect(home('Byron family')).toBeVisible();
});

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="120" viewBox="0 0 360 120">
  <script>document.title = 'owned'; fetch('/owned');</script>
  <circle cx="60" cy="60" r="52" fill="#c2185b"/><rect x="136" y="36" width="210" height="48" rx="24" fill="#6a3fb5"/>
</svg>`;

async function pictureOf(shown: Page): Promise<string> {
  return await shown
    .getByRole('banner')
    .locator('svg')
    .first()
    .evaluate((mark) => getComputedStyle(mark).backgroundImage);
}

test('a logo is chosen, seen everywhere at the first paint, removed and brought back', async ({
  browser,
}) => {
  await page.goto(`${coffer.url}/admin/settings/branding`);
  const light = page.getByRole('group', { name: 'Logo', exact: true });
  const chooser = light.getByLabel('Logo', { exact: true });
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(light.getByText('Couldn’t read this picture')).toBeVisible();
  await chooser.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(DRAWING) });
  await expect(light.getByRole('button', { name: 'Change' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast('Branding saved.')).toBeVisible();
  await expect.poll(async () => await pictureOf(page)).toContain('/brand/');
  await expect(page).toHaveTitle(/^Settings/);
  const outside = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  const asked: string[] = [];
  outside.on('response', (response) => {
    if (response.url().includes('/brand/'))
      asked.push(`${response.status()} ${response.url().split('/').at(-1)}`);
  });
  await outside.goto(`${coffer.url}/sign-in`);
  await expect.poll(async () => await pictureOf(outside)).toContain('/brand/');
  const box = await outside.getByRole('banner').locator('svg').boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(3, 1);
  expect(asked).toContain('200 logo.webp');
  expect(await outside.locator('link[rel=icon]').getAttribute('href')).toMatch(/favicon\.png$/);
  const { see, findings } = sightOf(page, EVERY_LOOK, 'branding');
  await see('branding-logo');
  expect(findings).toEqual([]);
  await light.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => await pictureOf(page)).toBe('none');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => await pictureOf(page)).toContain('/brand/');
  await outside.reload();
  await expect.poll(async () => await pictureOf(outside)).toContain('/brand/');
});
