import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { receiveMail, type Receiver } from '../embedded-pool/message-receivers.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let mail: Receiver<string>;
let page: Page;

test.beforeAll(async ({ browser }) => {
  const data = running.use(await createDataFolder('settings'));
  mail = running.use(await receiveMail());
  const environment = {
    ...data.environment,
    COFFER_SMTP: `smtp://127.0.0.1:${mail.port}`,
    COFFER_MAIL_FROM: 'Coffer <files@example.org>',
  };
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment }));
  await welcome(coffer);
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signInInBrowser(page, coffer, ADMINISTRATOR);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const toast = (words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words);

test('a setting counts at once, its message undoes it, and the trash says the true number', async () => {
  await page.getByRole('link', { name: 'Administration' }).click();
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'Settings' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings of this Coffer' })).toBeVisible();
  const days = page.getByRole('textbox', { name: 'Trash', exact: true });
  await expect(days).toHaveValue('30');
  await days.fill('0');
  await days.press('Enter');
  await expect(page.getByText('Enter a value from 1 to 3,650.')).toBeVisible();
  await days.press('Escape');
  await expect(days).toHaveValue('30');
  await days.fill('7');
  await days.press('Enter');
  await expect(toast('Trash: 7 days')).toBeVisible();
  await expect(page.getByText(/^Nothing is deleted by the shorter time before/)).toBeVisible();
  await page.goto(`${coffer.url}/trash`);
  await expect(page.getByText('Items are deleted permanently after 7 days.')).toBeVisible();
  await page.goto(`${coffer.url}/admin/settings`);
  const allowed = page.getByRole('switch', { name: 'Allow links' });
  await allowed.uncheck();
  await expect(toast('Allow links: off')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Changed back.')).toBeVisible();
  await expect(allowed).toBeChecked();
  const { see, findings } = sightOf(page, EVERY_LOOK, 'settings');
  await see('admin-settings');
  expect(findings).toEqual([]);
});

test("an invitation arrives by mail and opens an account; a test message shows the server's answer", async () => {
  const owner = new Person(coffer.url);
  await owner.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { items } = await owner.call('invitePeople', {
    body: { people: [{ email: 'ruth@example.org', name: 'Ruth Okafor' }], role: 'member' },
  });
  expect(items).toMatchObject([{ ok: true, isMailed: true }]);
  await expect.poll(() => mail.received.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const letter = mail.received.find((source) => source.includes('To: ruth@example.org')) ?? '';
  const code = /\/join#([\w-]+)/.exec(letter.replaceAll(/=\r?\n/g, ''))?.[1] ?? '';
  const ruth = new Person(coffer.url);
  await ruth.call('acceptInvitation', { body: { code, name: 'Ruth', password: 'Three-French-Hens-3' } });
  await ruth.signIn('ruth@example.org', 'Three-French-Hens-3');

  await owner.call('invitePeople', { body: { people: [{ email: 'wren@example.org' }], role: 'member' } });
  await page.goto(`${coffer.url}/admin/people`);
  await page.getByRole('button', { name: 'Actions for wren@example.org' }).click();
  await page.getByRole('menuitem', { name: 'Create new link' }).click();
  const renewed = page.getByRole('dialog', { name: 'Invitation for wren@example.org' });
  await expect(renewed).toContainText('It’s on its way by email.');

  await page.goto(`${coffer.url}/admin/settings/mail`);
  await page.getByRole('button', { name: 'Send test message' }).click();
  const answer = page.getByRole('region', { name: 'Test message' }).getByRole('alert');
  await expect(answer).toContainText(`Accepted for ${ADMINISTRATOR.email}`);
  await expect(answer).toContainText(/250 /);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { name: /shared the folder/ })).toBeVisible();
  await page.getByLabel('Language', { exact: true }).selectOption('ar');
  await page.getByLabel('Message', { exact: true }).selectOption('several');
  await expect(preview.getByRole('heading', { name: /تخصّك/ })).toBeVisible();
  await expect(preview.locator('html')).toHaveAttribute('dir', 'rtl');
  const { see, findings } = sightOf(page, EVERY_LOOK, 'settings');
  await see('mail');
  await page.route('**/api/v1/admin/mail', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), server: null } });
  });
  await page.reload();
  await expect(page.getByText('Everything stays in the bell')).toBeVisible();
  await see('mail-none');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(findings).toEqual([]);
});

test('people choose their notifications by keyboard, and the choice survives a reload', async () => {
  await page.goto(`${coffer.url}/settings/notifications`);
  const box = page.getByRole('checkbox', { name: 'Email: Shared with you' });
  await expect(box).toBeChecked();
  await box.focus();
  await page.keyboard.press('Space');
  await expect(toast('Saved.')).toBeVisible();
  await page.reload();
  await expect(box).not.toBeChecked();
  await page.getByLabel('Language', { exact: true }).selectOption('ar');
  await expect(toast('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Changed back.')).toBeVisible();
  await expect(page.getByLabel('Language', { exact: true })).toHaveValue('');
  const { see, findings } = sightOf(page, EVERY_LOOK, 'settings');
  await see('choices');
  await page.route('**/api/v1/me/notifications', async (route) => await route.abort());
  await page.reload();
  await expect(page.getByText('Couldn’t load your choices')).toBeVisible();
  await see('choices-failed');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(findings).toEqual([]);
});
