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
