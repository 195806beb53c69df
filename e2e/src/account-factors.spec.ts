// What proves to the sign-in that it is you, and what becomes of the account: each set up, used, exchanged and taken away in the
// browser, with the sign-in that follows from it.
import { readFile } from 'node:fs/promises';
import { authenticatorCode } from '@coffer/testing/totp';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { createPng } from './sample-files.ts';
import { enterPassword, expectFiles, signOutInBrowser } from './sign-in-steps.ts';
import { PASSWORD, type SignInWorld, startSignInWorld } from './sign-in-world.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';

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
  await setUpAuthenticator(page);
  await expect(page.getByText('You have no recovery codes.')).toBeVisible();
  await page.getByRole('button', { name: 'Make recovery codes' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const shown = await codes.allInnerTexts();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const kept = await readFile(await (await download).path(), 'utf8');
  expect(kept.trim().split('\n')).toEqual(shown);
  await page.getByRole('button', { name: 'I have kept them' }).last().click();
  await expect(page.getByText('10 codes are left.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('10 codes are left.')).toBeVisible();
  expect(await page.content()).not.toContain(shown[0]);

  await signOutInBrowser(page);
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  await page.getByRole('button', { name: 'I have lost my authenticator' }).click();
  await page.getByLabel('Recovery code').fill(shown[3] ?? '');
  await page.getByRole('button', { name: 'Switch the authenticator off' }).click();
  await expect(page.getByText('The authenticator is off.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectFiles(page);
  await openSettings(page, 'security');
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await expect(page.getByText('codes are left')).toHaveCount(0);
});

test('an authenticator is exchanged for another one: the codes of the old one no longer count', async ({
  page,
}) => {
  const email = await world.createPerson('exchange');
  await enter(page, email);
  await openSettings(page, 'security');
  const before = await setUpAuthenticator(page);
  await page.getByRole('button', { name: 'Switch off' }).click();
  const question = page.getByRole('alertdialog', { name: 'Switch the authenticator off?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeFocused();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await question.getByRole('button', { name: 'Switch off' }).click();
  const after = await setUpAuthenticator(page);
  expect(after).not.toBe(before);

  await signOutInBrowser(page);
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  const code = page.getByLabel('Six-digit code');
  // The code of the set-up is used up; the next one comes half a minute later.
  const soon = new Date(Date.now() + HALF_MINUTE_MS);
  await code.fill(authenticatorCode(before, soon));
  await expect(page.getByText('4 tries left')).toBeVisible();
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
  await page.getByRole('button', { name: 'Turn on: Code by e-mail' }).click();
  await choosePreferred(page, 'Code by e-mail');
  await askAgain(page, email);
  await expect(page.getByText('We sent a code to')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(await world.pool.lastCode(email));
  await expectFiles(page);

  await openSettings(page, 'security');
  await choosePreferred(page, 'Ask each time');
  await askAgain(page, email);
  await page.getByRole('button', { name: 'Code by e-mail' }).click();
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
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkeys).toHaveCount(1);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device has a passkey of your account already.')).toBeVisible();
  await expect(passkeys).toHaveCount(1);
  await page.getByRole('button', { name: /^Rename / }).click();
  const name = page.getByRole('dialog', { name: 'Name the passkey' }).getByLabel('Name');
  await expect(name).toBeFocused();
  await name.fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await name.fill("Ada's telephone");
  await page.keyboard.press('Enter');
  await expect(passkeys).toContainText("Ada's telephone");

  await signOutInBrowser(page);
  await page.goto(`${world.coffer.url}/sign-in`);
  await page.getByLabel('E-mail or user name').fill(email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectFiles(page);

  await openSettings(page, 'security');
  await page.getByRole('button', { name: "Remove Ada's telephone" }).click();
  const question = page.getByRole('alertdialog', { name: /^Remove / });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  // The device still offers it, and the pool no longer takes it.
  await signOutInBrowser(page);
  await page.goto(`${world.coffer.url}/sign-in`);
  await page.getByLabel('E-mail or user name').fill(email);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
  // Whoever has removed the last passkey is not locked out: the password and the way to a new one stay.
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
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByText('Enter an e-mail address.')).toBeVisible();
  await page.getByLabel('New address').fill(taken);
  await page.getByRole('button', { name: 'Send a code' }).click();
  // Whether an address has an account is told to nobody but to who reads its mail.
  const code = page.getByLabel('Code from the message');
  await expect(code).toBeVisible();
  await code.fill(await world.pool.lastCode(taken));
  await expect(page.getByText('This address belongs to another account.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep the old address' }).click();
  await expect(page.getByText(`Your address is ${email}.`)).toBeVisible();
  await page.reload();
  await page.getByLabel('New address').fill(wanted);
  await page.getByRole('button', { name: 'Send a code' }).click();
  await expect(page.getByText(`Until it is entered you sign in with ${email}.`)).toBeVisible();
  const first = await world.pool.lastCode(wanted);
  await elsewhere(browser, async (other) => enter(other, email));

  await page.reload();
  await expect(code).toBeVisible();
  await page.getByRole('button', { name: 'Send another code' }).click();
  await expect(page.getByText('Another code is on its way.')).toBeVisible();
  const second = await world.pool.lastCode(wanted);
  expect(second).not.toBe(first);
  await code.fill(first);
  await expect(page.getByText('That code is not right.')).toBeVisible();
  await code.fill(second);
  await expect(page.getByText(`Your address is ${wanted}.`)).toBeVisible();

  await elsewhere(browser, async (other) => {
    await enter(other, wanted);
    await signOutInBrowser(other);
    await other.goto(`${world.coffer.url}/sign-in`);
    await enterPassword(other, { email, password: PASSWORD });
    await expect(other.getByText('The name or the password is wrong.')).toBeVisible();
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
  await expect(page.getByText('This browser cannot read that file as a picture.')).toBeVisible();
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: createPng(640, 400) });
  const face = page.locator('main img');
  await expect(face).toBeVisible();
  expect(await face.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual(
    [256, 256],
  );
  await expect(page.getByText('cannot read that file')).toHaveCount(0);
  const account = page.getByRole('button', { name: 'Account' });
  await expect(account.locator('img')).toBeVisible();
  await page.reload();
  await expect(account.locator('img')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(face).toHaveCount(0);
  await expect(account.locator('img')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
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
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
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
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(offer).toContainText('1 other device was signed in before this change');
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toBeHidden();
  await other.reload();
  await expectFiles(other);

  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await offer.getByRole('button', { name: 'Sign out others' }).click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('1 other device is signed out.');
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  // Nobody is left who could be signed out.
  const listed = page.waitForResponse('**/api/v1/sessions', { timeout: 15_000 });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  await (await listed).finished();
  await expect(offer).toBeHidden();

  // Whoever signs in now did so after that change, also when the person comes back to the tab later; but before the next one.
  await enter(other, email);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const refreshed = page.waitForResponse('**/api/v1/me/factors');
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await (await refreshed).finished();
  expect(asked).not.toContain('/api/v1/sessions');
  await expect(offer).toBeHidden();
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(offer).toContainText('1 other device was signed in before this change');
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
  await expect(dialog.getByText('Your own files stay closed with the installation')).toBeVisible();
  await expect(dialog.getByText('Files in shared spaces stay where they are.')).toBeVisible();
  await dialog.getByLabel(/^Type/).fill('somebody@example.org');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByText('This is not your address.')).toBeVisible();
  await dialog.getByLabel(/^Type/).fill(email);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  await expect(page.getByText('The name or the password is wrong.')).toBeVisible();
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

/** Another browser of the same person. */
async function elsewhere(browser: Browser, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  await act(await context.newPage());
  await context.close();
}

/** With a wrong code before the right one; the secret. */
async function setUpAuthenticator(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  const right = authenticatorCode(secret, new Date());
  const code = page.getByLabel('Six-digit code');
  await code.fill(right === '000000' ? '000001' : '000000');
  await expect(page.getByText('That code is not right.')).toBeVisible();
  await expect(code).toHaveValue('');
  await code.fill(right);
  await expect(page.getByRole('button', { name: 'Switch off' })).toBeVisible();
  return secret;
}

async function choosePreferred(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('radio', { name, exact: true });
  await choice.click({ force: true });
  await expect(choice).toBeChecked();
}
