import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { sightOf } from './judge-screens.ts';
import { EVERY_LOOK, LOOKS } from './screens/looks.ts';
import { linkIn, runPeople } from './people-command.ts';
import { Person } from './person.ts';
import {
  alertIn,
  enterPassword,
  expectFiles,
  signInInBrowser,
  signOutInBrowser,
} from './sign-in/sign-in-steps.ts';
import { wordsOf } from './words.ts';

const PASSWORD = 'Three-French-Hens-3';
const NEW_PASSWORD = 'Four-Calling-Birds-4';

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('people'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const people = async (...args: readonly string[]) => await runPeople({ coffer, data }, args);

test('before the first administrator the sign-in shows what to do, and no form', async ({ page }) => {
  await page.goto(`${coffer.url}/sign-in`);
  await expect(page.getByRole('heading', { name: 'Coffer isn’t set up yet', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await welcome(coffer);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
});

test('a new person joins by a link, forgets the password and comes back, all without mail', async ({
  page,
}) => {
  const invitation = linkIn(await people('invite', 'ann@example.org', '--name', 'Ann Smith'));
  await page.goto(invitation);
  await expect(page.getByRole('heading', { name: 'Join Coffer', level: 1 })).toBeVisible();
  expect(page.url(), 'the secret leaves the address').toBe(`${coffer.url}/join`);
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.org');
  await expect(page.getByLabel('Your name')).toHaveValue('Ann Smith');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expectFiles(page);

  await test.step('what needs a mail server is explained', async () => {
    await page.goto(`${coffer.url}/settings/profile`);
    await expect(page.getByText('has no mail server')).toBeVisible();
    await expect(page.getByLabel('New address')).toHaveCount(0);
    await page.goto(`${coffer.url}/settings/security`);
    await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeVisible();
    await expect(page.getByText('Code by email')).toHaveCount(0);
  });

  await signOutInBrowser(page);
  await page.goto(invitation);
  await expect(page.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText('Forgot your password? Ask an administrator for a reset link.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveCount(0);

  const reset = linkIn(await people('reset-password', 'ann@example.org'));
  await page.goto(reset);
  await expect(page.getByRole('heading', { name: 'Choose a new password', level: 1 })).toBeVisible();
  await expect(page.getByLabel('New password')).toBeFocused();
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expectFiles(page);
  await signOutInBrowser(page);
  await signInInBrowser(page, coffer, { email: 'ann@example.org', password: NEW_PASSWORD });
});

test('recovery codes are the last step of an authenticator, and a reset link still asks for its code', async ({
  page,
}) => {
  await signInInBrowser(page, coffer, { email: 'ann@example.org', password: NEW_PASSWORD });
  await page.goto(`${coffer.url}/settings/security`);
  await page.getByRole('button', { name: 'Set up' }).click();
  const shown = await page.locator('code').innerText();
  expect(shown, 'in groups of four, not longer than it has to be').toMatch(
    /^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/,
  );
  const secret = shown.replaceAll(' ', '');
  await page.getByLabel('Six-digit code').fill(authenticatorCode(secret, new Date()));
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I’ve saved them' }).last().click();
  await expect(codes).toBeHidden();
  const others = page.getByRole('alertdialog', { name: 'Sign out your other devices?' });
  await others.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('10 codes left.')).toBeVisible();
  await signOutInBrowser(page);

  await page.goto(linkIn(await people('reset-password', 'ann@example.org')));
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Six-digit code').fill(authenticatorCode(secret, new Date(Date.now() + 30_000)));
  await expectFiles(page);
  await signOutInBrowser(page);

  expect(await people('reset-factors', 'ann@example.org')).toContain('password alone');
  await signInInBrowser(page, coffer, { email: 'ann@example.org', password: PASSWORD });
});

test('a person who is disabled is signed out, and the command lists them', async ({ page }) => {
  await signInInBrowser(page, coffer, { email: 'ann@example.org', password: PASSWORD });
  expect(await people('disable', 'ann@example.org')).toContain('signed out everywhere');
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await enterPassword(page, { email: 'ann@example.org', password: PASSWORD });
  await expect(alertIn(page)).toBeVisible();
  expect(await people('list')).toMatch(/Ann Smith +ann@example\.org +member +disabled/);
  await people('enable', 'ann@example.org');
  await signInInBrowser(page, coffer, { email: 'ann@example.org', password: PASSWORD });
});

test('an invitation for somebody else is told in whose name this browser is signed in', async ({ page }) => {
  await signInInBrowser(page, coffer);
  await page.goto(linkIn(await people('invite', 'ben@example.org')));
  await expect(page.getByText(`You’re signed in as ${ADMINISTRATOR.name}.`, { exact: false })).toBeVisible();
  await page.getByLabel('Your name').fill('Ben');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectFiles(page);
  await page.goto(`${coffer.url}/settings/profile`);
  await expect(page.getByLabel('Your name')).toHaveValue('Ben');
});

test('the files of a deleted account are handed over, and nothing is locked for ever', async ({ page }) => {
  const code = linkIn(await people('invite', 'eve@example.org')).split('#')[1] ?? '';
  const eve = new Person(coffer.url);
  await eve.call('acceptInvitation', { body: { code, name: 'Eve', password: PASSWORD } });
  const { personalSpace } = await eve.signIn('eve@example.org', PASSWORD);
  const content = Buffer.from('what Eve leaves behind\n');
  await eve.upload(personalSpace.rootId, 'left.txt', content);
  await eve.call('deleteAccount', { body: { confirmation: 'eve@example.org' } });

  const printed = await people('hand-over', 'eve@example.org', '--to', ADMINISTRATOR.email);
  expect(printed).toContain(`${ADMINISTRATOR.name} has the space "Files of Eve" now:`);
  await signInInBrowser(page, coffer);
  const space = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files of Eve' });
  await space.click();
  await expect(space).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'Files of Eve', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'left.txt' })).toBeVisible();
  await page.goto(linkIn(printed));
  await expect(page.getByRole('heading', { name: 'Files of Eve', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'left.txt' }).click();
  await expect(page.getByRole('dialog', { name: 'left.txt' })).toContainText('what Eve leaves behind');
});

test('a space that was handed over shows that it loads, and has a trash of its own', async ({ page }) => {
  const code = linkIn(await people('invite', 'fay@example.org')).split('#')[1] ?? '';
  const fay = new Person(coffer.url);
  await fay.call('acceptInvitation', { body: { code, name: 'Fay', password: PASSWORD } });
  const { personalSpace } = await fay.signIn('fay@example.org', PASSWORD);
  const { id } = await fay.upload(personalSpace.rootId, 'thrown-away.txt', Buffer.from('not for ever\n'));
  await fay.call('trashNodes', { body: { ids: [id] } });
  await fay.call('deleteAccount', { body: { confirmation: 'fay@example.org' } });
  const link = linkIn(await people('hand-over', 'fay@example.org', '--to', ADMINISTRATOR.email));

  await signInInBrowser(page, coffer);
  const answered = Promise.withResolvers<void>();
  await page.route(`**/api/v1/spaces/${personalSpace.id}`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto(link);
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
  answered.resolve();
  await expect(page.getByText('This folder is empty')).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByText('Trash is empty')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Spaces' });
  await expect(tabs.getByRole('link', { name: 'Files', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await tabs.getByRole('link', { name: 'Files of Fay' }).click();
  await expect(page).toHaveURL(`${coffer.url}/trash/${personalSpace.id}`);
  await page.getByRole('row', { name: /^thrown-away\.txt, from Files of Fay,/ }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('link', { name: 'thrown-away.txt' })).toBeVisible();
  await page.goto(`${coffer.url}/trash/${id}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

for (const locale of ['en', 'ar'] as const) {
  test(`every screen behind a link is reached by keyboard and judged by axe (${locale})`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const looks = locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK;
    const { see, findings } = sightOf(page, looks, 'people');
    const email = `${locale}@example.org`;
    const first = linkIn(await people('invite', email));
    const second = linkIn(await people('invite', email, '--role', 'administrator'));

    await openAfresh(page, first);
    await expect(page.getByRole('heading', { name: say('link.replaced.title') })).toBeVisible();
    await see('link-replaced');
    await openAfresh(page, `${coffer.url}/join#${'x'.repeat(43)}`);
    await expect(page.getByRole('heading', { name: say('link.unknown.title') })).toBeVisible();
    await see('link-unknown');
    await openAfresh(page, second);
    await expect(page.getByLabel(say('link.join.name'))).toBeFocused();
    await see('join');
    await page.keyboard.press('Enter');
    await expect(page.getByText(say('link.join.nameMissing'))).toBeVisible();
    await see('join-incomplete');
    await page.keyboard.type('Eve');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(say('link.join.password'), { exact: true })).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid')).toBeVisible();
    await page.evaluate(() => fetch('/api/v1/session', { method: 'DELETE', headers: { 'x-coffer': '1' } }));

    const reset = linkIn(await people('reset-password', email));
    await openAfresh(page, reset);
    await expect(page.getByLabel(say('link.reset.password'))).toBeFocused();
    await see('new-password');
    await openAfresh(page, second);
    await expect(page.getByRole('heading', { name: say('link.used.title') })).toBeVisible();
    await see('link-used');
    await openAfresh(page, `${coffer.url}/sign-in`);
    await expect(page.getByText(say('sign-in.resetByAdministrator'))).toBeVisible();
    await see('sign-in-hint');
    expect(findings).toEqual([]);
  });
}

/** A URL that differs only in its fragment would not load. */
async function openAfresh(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
}
