// What happens when somebody is faster than the server, or pages through a list by keyboard.
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let page: Page;

test.beforeAll(async ({ browser }) => {
  const data = running.use(await createDataFolder('administration-behaviour'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signInInBrowser(page, coffer, ADMINISTRATOR);
});

test.afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.afterAll(async () => {
  await running.disposeAsync();
});

/** Holds calls of this method and path until the returned function is called. */
async function hold(method: string, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/api/v1${path}`, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

test('the pages of a list on the storage page are turned without losing the focus', async () => {
  await page.route('**/api/v1/admin/storage/spaces?*', async (route) => {
    const response = await route.fetch();
    const body: unknown = await response.json();
    await route.fulfill({ response, json: { ...(body as object), total: 45 } });
  });
  await page.goto(`${coffer.url}/admin/storage`);
  const next = page.getByRole('button', { name: 'Next' }).first();
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('21–40 of 45')).toBeVisible();
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('41–45 of 45')).toBeVisible();
  await expect(next).toBeFocused();
  await expect(next).toBeDisabled();
});

test('no invitations are sent after the dialog is gone, because their links would be lost', async () => {
  await page.goto(coffer.url);
  await page.getByRole('link', { name: 'Administration' }).click();
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'People' })
    .click();
  const release = await hold('POST', '/admin/people/invitations');
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/admin/people/invitations')) calls += 1;
  });
  await page.getByRole('button', { name: 'Invite people' }).first().click();
  const addresses = Array.from({ length: 120 }, (_, index) => `guest-${index}@example.org`);
  await page.getByRole('textbox', { name: 'Addresses' }).fill(addresses.join('\n'));
  await page.getByRole('button', { name: 'Invite 120 people' }).click();
  await expect.poll(() => calls).toBe(1);
  await page.goBack();
  const answer = page.waitForResponse('**/admin/people/invitations');
  release();
  await answer;
  await page.waitForTimeout(1_000);
  expect(calls).toBe(1);
});

test('a session that cannot be read once keeps the page and what is typed in it', async () => {
  const other = await page.context().newPage();
  await other.goto(`${coffer.url}/settings/profile`);
  await page.goto(`${coffer.url}/admin/people`);
  await page.getByRole('button', { name: 'Invite people' }).first().click();
  const field = page.getByRole('textbox', { name: 'Addresses' });
  await field.fill('half typed');
  let refused = 0;
  await page.route('**/api/v1/session', async (route) => {
    refused += 1;
    await route.fulfill({ status: 503, body: '' });
  });
  await other.evaluate(() => new BroadcastChannel('coffer').postMessage('signed_in'));
  await expect.poll(() => refused).toBeGreaterThanOrEqual(1);
  await page.waitForTimeout(5_000);
  await expect(field).toHaveValue('half typed');
  await other.close();
});
