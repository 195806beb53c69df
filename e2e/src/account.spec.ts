import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { enterPassword, expectFiles, signInInBrowser } from './sign-in/sign-in-steps.ts';

const NEW_PASSWORD = 'Another-Horse-7-Staple';

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('account'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

test('a refused call asks for the password, and goes on by itself once it was proved', async ({ page }) => {
  await signInInBrowser(page, coffer);
  let refusals = 0;
  // The session is too young for a refusal, so the refusal is mocked.
  await page.route('**/api/v1/me/authenticator', async (route) => {
    refusals += 1;
    if (refusals > 1) return await route.continue();
    await route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Forbidden',
        status: 403,
        code: 'confirmation_needed',
        requestId: 'r',
      },
    });
  });
  await page.goto(`${coffer.url}/settings/security`);
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Wrong password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.locator('code')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a new password signs the other browser out', async ({ page, browser }) => {
  await signInInBrowser(page, coffer);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signInInBrowser(other, coffer);
  await other.getByRole('link', { name: 'Trash' }).click();
  await expect(other.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  await page.goto(`${coffer.url}/settings/security`);
  await page.getByLabel('Current password').fill(ADMINISTRATOR.password);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/other devices? signed out/).first()).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await enterPassword(other, { email: ADMINISTRATOR.email, password: NEW_PASSWORD });
  await expect(other.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();

  await page.goto(`${coffer.url}/settings/sessions`);
  await page.getByRole('button', { name: /^Sign out (?!all)/ }).click();
  await expect(page.getByText('You’re not signed in anywhere else.')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await elsewhere.close();
});

test('a new name is shown, and the only administrator cannot leave', async ({ page }) => {
  await signInInBrowser(page, coffer, { email: ADMINISTRATOR.email, password: NEW_PASSWORD });
  await page.goto(`${coffer.url}/settings/profile`);
  await page.getByLabel('Your name').fill('Ada King');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved.').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada King');
  await expect(page.getByText('You’re the only administrator')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0);
  await page.goto(coffer.url);
  await expectFiles(page);
});
