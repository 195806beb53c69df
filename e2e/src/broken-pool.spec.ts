import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { ADMINISTRATOR } from './first-start.ts';
import { enterPassword } from './sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;

test.beforeAll(async () => {
  const data = running.use(await createDataFolder('broken-pool'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
});

test.afterAll(async () => {
  await running.disposeAsync();
});

/** A secret block that is not base64. The real server would reject it. */
async function breakChallenges(page: Page): Promise<void> {
  await page.route('**/api/v1/sign-in', async (route) => {
    if (route.request().method() !== 'POST') return await route.continue();
    const response = await route.fetch();
    const step: object = await response.json();
    return await route.fulfill({ response, json: { ...step, secretBlock: 'not base64!' } });
  });
}

test('the welcome page says that the account is there, and the sign-in page that it proved nothing', async ({
  page,
}) => {
  await breakChallenges(page);
  await page.goto(coffer.welcomeLink ?? 'about:blank');
  await page.getByLabel('Your name').fill(ADMINISTRATOR.name);
  await page.getByLabel('Email').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('link', { name: /sign in/i }).click();

  await enterPassword(page);
  await expect(page.getByText('your password wasn’t sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
});

test('an exception that nobody expected is said too', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.addInitScript(() => {
    crypto.subtle.importKey = () => Promise.reject(new RangeError('no keys today'));
  });
  await page.goto(`${coffer.url}/sign-in`);
  await enterPassword(page);
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  expect(faults.join(' ')).toContain('no keys today');
});
