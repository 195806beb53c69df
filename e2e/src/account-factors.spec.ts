import { readFile } from 'node:fs/promises';
import { authenticatorCode } from '@coffer/testing/totp';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { createPng } from './sample-files.ts';
import { alertIn, enterPassword, expectFiles, signOutInBrowser } from './sign-in/sign-in-steps.ts';
import { PASSWORD, type SignInWorld, startSignInWorld } from './sign-in/sign-in-world.ts';
import { addVirtualAuthenticator } from './sign-in/virtual-authenticator.ts';

const HALF_MINUTE_MS = 30_000;

let world: SignInWorld;

test.beforeAll(async () => {
  world = await startSignInWorld('passkey,choice', undefined, {
    attributesVerifiedBeforeUpdate: ['email'],
  });
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('an authenticator and its recovery codes: shown once, kept as a file, and one of them used', async ({
  page,
}) => {
  const email = await world.createPerson('recovery');
  await enter(page, email);
  await openSettings(page, 'security');
  await proveAuthenticator(page);
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const shown = await codes.allInnerTexts();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const kept = await readFile(await (await download).path(), 'utf8');
  expect(kept.trim().split('\n')).toEqual(shown);
  await page.getByRole('button', { name: 'I’ve saved them' }).last().click();
  await expect(page.getByText('10 codes left.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('10 codes left.')).toBeVisible();
  expect(await page.content()).not.toContain(shown[0]);

  await signOutInBrowser(page);
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  await page.getByLabel('Six-digit code').fill('000000');
  const wrong = page.getByText('Wrong code.', { exact: false });
  await expect(wrong).toBeVisible();
  await page.getByRole('button', { name: 'Lost your authenticator?' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await expect(wrong).toHaveCount(0);
  await page.getByLabel('Recovery code').fill(shown[3] ?? '');
  await page.getByRole('button', { name: 'Turn off authenticator app' }).click();
  await expect(page.getByText('Authenticator app turned off.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectFiles(page);
  await openSettings(page, 'security');
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await expect(page.getByText('codes left')).toHaveCount(0);
});

test('an authenticator is exchanged for another one: the codes of the old one no longer count', async ({
  page,
}) => {
  const email = await world.createPerson('exchange');
  await enter(page, email);
  await openSettings(page, 'security');
  const before = await setUpAuthenticator(page);
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Turn off authenticator app?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Turn off', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  await question.getByRole('button', { name: 'Turn off', exact: true }).click();
  const after = await setUpAuthenticator(page);
  expect(after).not.toBe(before);

  await signOutInBrowser(page);
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  const code = page.getByLabel('Six-digit code');
  // Codes work once; the next one follows after 30 seconds.
  const soon = new Date(Date.now() + HALF_MINUTE_MS);
  await code.fill(authenticatorCode(before, soon));
  await expect(page.getByText('4 attempts left')).toBeVisible();
  await code.fill(authenticatorCode(after, soon));
  await expectFiles(page);
});

test('two factors: the one that is preferred is asked for, and the choice can be left for later', async ({
  page,
}) => {
  const email = await world.createPerson('preferred');
  await enter(page, email);
  await openSettings(page, 'security');
  await setUpAuthenticator(page);
  await page.getByRole('button', { name: 'Turn on: Code by email' }).click();
  await choosePreferred(page, 'Code by email');
  await askAgain(page, email);
  await expect(page.getByText('We sent a code to')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(await world.pool.lastCode(email));
  await expectFiles(page);

  await openSettings(page, 'security');
  await choosePreferred(page, 'Ask each time');
  await askAgain(page, email);
  await page.getByRole('button', { name: 'Code by email' }).click();
  await expect(page.getByText('We sent a code to')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(await world.pool.lastCode(email));
  await expectFiles(page);
});

test('requirement 22 in the browser: a passkey is added and named, signs in, is not added twice, and is removed', async ({
  page,
}) => {
  const email = await world.createPerson('passkey-owner');
  await addVirtualAuthenticator(page);
  await enter(page, email);
  await openSettings(page, 'security');
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkeys).toHaveCount(1);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
  await expect(passkeys).toHaveCount(1);
  await page.getByRole('button', { name: /^Rename / }).click();
  const name = page.getByRole('dialog', { name: 'Name passkey' }).getByLabel('Name');
  await expect(name).toBeFocused();
  await name.fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await name.fill("Ada's telephone");
  await page.keyboard.press('Enter');
  await expect(passkeys).toContainText("Ada's telephone");

  await signOutInBrowser(page);
  await page.goto(`${world.coffer.url}/sign-in`);
  await page.getByLabel('Email or user name').fill(email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectFiles(page);

  await openSettings(page, 'security');
  await page.getByRole('button', { name: "Remove Ada's telephone" }).click();
  const question = page.getByRole('alertdialog', { name: /^Remove / });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  // The device still offers the passkey, but the pool rejects it.
  await signOutInBrowser(page);
  await page.goto(`${world.coffer.url}/sign-in`);
  await page.getByLabel('Email or user name').fill(email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(alertIn(page)).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  await expectFiles(page);
});

test('a new address waits for its code, over a reload, while the old one signs in', async ({
  page,
  browser,
}) => {
  const email = await world.createPerson('mover');
  const taken = await world.createPerson('settled');
  const wanted = 'moved@example.org';
  await enter(page, email);
  await openSettings(page, 'profile');
  await page.getByLabel('New address').fill('no address');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Enter an email address.')).toBeVisible();
  await page.getByLabel('New address').fill(taken);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = page.getByLabel('Code from the message');
  await expect(code).toBeVisible();
  await code.fill(await world.pool.lastCode(taken));
  await expect(page.getByText('Another account uses this address.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep current address' }).click();
  await expect(page.getByText(`Your current address is ${email}.`)).toBeVisible();
  await page.reload();
  await page.getByLabel('New address').fill(wanted);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`Until you enter the code, sign in with ${email}.`)).toBeVisible();
  const first = await world.pool.lastCode(wanted);
  await elsewhere(browser, async (other) => enter(other, email));

  await page.reload();
  await expect(code).toBeVisible();
  await page.getByRole('button', { name: 'Send new code' }).click();
  await expect(page.getByText('We sent a new code.')).toBeVisible();
  const second = await world.pool.lastCode(wanted);
  expect(second).not.toBe(first);
  await code.fill(first);
  await expect(page.getByText('Wrong code.')).toBeVisible();
  await code.fill(second);
  await expect(page.getByText(`Your current address is ${wanted}.`)).toBeVisible();

  await elsewhere(browser, async (other) => {
    await enter(other, wanted);
    await signOutInBrowser(other);
    await other.goto(`${world.coffer.url}/sign-in`);
    await enterPassword(other, { email, password: PASSWORD });
    await expect(other.getByText('Wrong email, user name or password.')).toBeVisible();
  });
});

test('a picture is cut to a square, shown where the account is, and taken away again', async ({ page }) => {
  const email = await world.createPerson('pictured');
  await enter(page, email);
  await openSettings(page, 'profile');
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText('This file can’t be used as a picture.')).toBeVisible();
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: createPng(640, 400) });
  const face = page.locator('main img');
  await expect(face).toHaveJSProperty('naturalWidth', 192);
  await expect(face).toHaveJSProperty('naturalHeight', 192);
  await expect(page.getByText('can’t be used as a picture')).toHaveCount(0);
  const account = page.getByRole('button', { name: 'Account' });
  await expect(account.locator('img')).toBeVisible();
  await page.reload();
  await expect(account.locator('img')).toBeVisible();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(face).toHaveCount(0);
  await expect(account.locator('img')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Choose picture' })).toBeVisible();
});

test('requirement 6 in the browser: other devices are signed out, one of them and then all', async ({
  page,
  browser,
}) => {
  const email = await world.createPerson('devices');
  await enter(page, email);
  const others = await Promise.all([0, 1, 2].map(async () => await browser.newContext()));
  const pages = await Promise.all(others.map(async (context) => await context.newPage()));
  for (const other of pages) await enter(other, email);
  await openSettings(page, 'sessions');
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(4);
  await expect(devices.first()).toContainText('this device');
  await page
    .getByRole('button', { name: /^Sign out (?!all)/ })
    .first()
    .click();
  await expect(devices).toHaveCount(3);
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(page.getByText('You’re not signed in anywhere else.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  for (const other of pages) {
    await other.reload();
    await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  }
  await page.reload();
  await expect(devices).toHaveCount(1);
  for (const context of others) await context.close();
});

test('requirement 6 in the browser: another factor offers to sign the other devices out, which came in without it', async ({
  page,
  browser,
}) => {
  const email = await world.createPerson('guarded');
  await addVirtualAuthenticator(page);
  await enter(page, email);
  const other = await (await browser.newContext()).newPage();
  await enter(other, email);
  await openSettings(page, 'security');
  const offer = page.getByRole('alertdialog', { name: 'Sign out your other devices?' });
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(offer).toContainText('1 other device is still signed in from before this change');
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toBeHidden();
  await other.reload();
  await expectFiles(other);

  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await offer.getByRole('button', { name: 'Sign out others' }).click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('1 other device signed out.');
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  const listed = page.waitForResponse('**/api/v1/sessions', { timeout: 15_000 });
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  await (await listed).finished();
  await expect(offer).toBeHidden();

  // A session that began after the change gets no offer.
  await enter(other, email);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const refreshed = page.waitForResponse('**/api/v1/me/factors');
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await (await refreshed).finished();
  expect(asked).not.toContain('/api/v1/sessions');
  await expect(offer).toBeHidden();
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(offer).toContainText('1 other device is still signed in from before this change');
  await other.context().close();
});

test('an account is deleted by who owns it, after what becomes of the files was said', async ({
  page,
  browser,
}) => {
  const email = await world.createPerson('leaver');
  const other = await (await browser.newContext()).newPage();
  await enter(other, email);
  await enter(page, email);
  await openSettings(page, 'profile');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('You can’t open your own files anymore.')).toBeVisible();
  await expect(dialog.getByText('Files in shared spaces stay where they are.')).toBeVisible();
  await dialog.getByLabel(/^Type/).fill('somebody@example.org');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(dialog.getByText('This isn’t your address.')).toBeVisible();
  await dialog.getByLabel(/^Type/).fill(email);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  await expect(page.getByText('Wrong email, user name or password.')).toBeVisible();
  await other.context().close();
});

async function enter(page: Page, email: string): Promise<void> {
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  await expectFiles(page);
}

async function askAgain(page: Page, email: string): Promise<void> {
  await signOutInBrowser(page);
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
}

async function openSettings(page: Page, name: 'profile' | 'security' | 'sessions'): Promise<void> {
  await page.goto(`${world.coffer.url}/settings/${name}`);
}

async function elsewhere(browser: Browser, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  await act(await context.newPage());
  await context.close();
}

async function setUpAuthenticator(page: Page): Promise<string> {
  const secret = await proveAuthenticator(page);
  await page.getByRole('button', { name: 'I’ve saved them' }).last().click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  return secret;
}

async function proveAuthenticator(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  const right = authenticatorCode(secret, new Date());
  const code = page.getByLabel('Six-digit code');
  await code.fill(right === '000000' ? '000001' : '000000');
  await expect(page.getByText('Wrong code.')).toBeVisible();
  await expect(code).toHaveValue('');
  await code.fill(right);
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  return secret;
}

async function choosePreferred(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('radio', { name, exact: true });
  // By key: a message may lie over the choice.
  await choice.press('Space');
  await expect(choice).toBeChecked();
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText('Default sign-in method saved')).toBeVisible();
}
