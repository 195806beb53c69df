// How a session begins and ends as people meet it: the step that a reload keeps, the place that a sign-in leads back to, and the
// other tabs of the browser.
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { enterPassword, expectFiles, signInInBrowser, signOutInBrowser } from './sign-in-steps.ts';

/** How soon the other tabs of a browser are signed out. */
const TABS_MS = 1_000;

let data: DataFolder;
let coffer: CofferProcess;

test.beforeAll(async () => {
  data = await createDataFolder('session');
  coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcome(coffer);
});

test.afterAll(async () => {
  await coffer.stop();
  await data[Symbol.asyncDispose]();
});

test('whoever signs in again is where they were', async ({ page, context }) => {
  await signInInBrowser(page, coffer);
  const place = `${page.url()}?sort=size&order=desc`;
  await context.clearCookies();
  await page.goto(place);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await enterPassword(page);
  await expectFiles(page);
  expect(page.url()).toBe(place);
});

test('a session that ends while a page is open leads to the sign-in, and back to that page', async ({
  page,
  context,
}) => {
  await signInInBrowser(page, coffer);
  await context.clearCookies();
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await enterPassword(page);
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
});

test('a forged way back leads to the files', async ({ page }) => {
  await page.goto(`${coffer.url}/sign-in?to=${encodeURIComponent('/.//evil.example/')}`);
  await enterPassword(page);
  await expectFiles(page);
});

test('requirement 8: a browser that keeps no cookie is told so, and is not sent in circles', async ({
  page,
  context,
}) => {
  const said = page.getByText('This browser does not keep the cookie');
  // The server lets the person in, and the browser forgets it at once.
  await page.route('**/api/v1/sign-in/answer', async (route) => {
    const response = await route.fetch();
    await context.clearCookies();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(`${coffer.url}/sign-in`);
  await enterPassword(page);
  await expect(said).toBeVisible();
  await expect(page.getByLabel('E-mail or user name')).toHaveValue(ADMINISTRATOR.email);

  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
  await page.goto(`${coffer.url}/sign-in`);
  await enterPassword(page);
  await expect(said).toBeVisible();
});

test('requirement 27: signing out in one tab signs the others out within a second, and leaves nothing behind', async ({
  page,
  context,
}) => {
  await signInInBrowser(page, coffer);
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto(coffer.url);
  await expectFiles(other);
  await signOutInBrowser(page);
  await expect(other.getByRole('heading', { name: 'You are signed out' })).toBeVisible({ timeout: TABS_MS });
  for (const tab of [page, other]) expect(await personalThings(tab)).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
});

test('requirement 27: what is being uploaded stops with the sign-out', async ({ page }) => {
  await signInInBrowser(page, coffer);
  // The store takes its time.
  await page.route(`http://*:${coffer.ports.store}/**`, () => undefined);
  const asked = page.waitForRequest(
    (request) => request.method() !== 'OPTIONS' && request.url().includes(`:${coffer.ports.store}/`),
  );
  await page.getByLabel('Upload files').setInputFiles({
    name: 'slow.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('never arrives'),
  });
  const upload = await asked;
  const stopped = page.waitForEvent('requestfailed', (request) => request === upload);
  await signOutInBrowser(page);
  await stopped;
});

test('requirement 21: a reload keeps the step of the sign-in, and going back starts again with the name kept', async ({
  page,
}) => {
  await signInInBrowser(page, coffer);
  await switchAuthenticatorOn(page);
  await signOutInBrowser(page);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await enterPassword(page);
  const code = page.getByLabel('Six-digit code');
  await expect(code).toBeFocused();

  await code.pressSequentially('000000');
  await expect(page.getByText('4 tries left')).toBeVisible();
  await expect(code).toHaveValue('');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('E-mail or user name')).toHaveValue(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('E-mail or user name')).toHaveValue(ADMINISTRATOR.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

async function switchAuthenticatorOn(page: Page): Promise<void> {
  await page.goto(`${coffer.url}/settings/security`);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('code').textContent()) ?? '';
  const code = authenticatorCode(secret.replaceAll(' ', ''), new Date());
  await page.getByLabel('Six-digit code').pressSequentially(code);
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible();
}

/** Where a browser could keep something, if there is anything. */
async function personalThings(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => [
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => String(name)),
    ...(await caches.keys()),
  ]);
}
