import { authenticatorCode } from '@coffer/testing/totp';
import { expect, type Page, test } from '@playwright/test';
import { enterPassword, expectFiles, signOutInBrowser } from './sign-in/sign-in-steps.ts';
import { callFromPage, PASSWORD, type SignInWorld, startSignInWorld } from './sign-in/sign-in-world.ts';
import { addVirtualAuthenticator } from './sign-in/virtual-authenticator.ts';

const NEW_PASSWORD = 'bright-Lantern-river-42';
const EMAIL_CODES = { EmailMfaSettings: { Enabled: true } };

let world: SignInWorld;

test.beforeAll(async () => {
  world = await startSignInWorld('passkey,choice,custom,sign-up,reset');
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function signInAs(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password });
}

async function begin(page: Page, email: string, way: string): Promise<void> {
  await page.goto(`${world.coffer.url}/sign-in`);
  await page.getByLabel('Email or user name').fill(email);
  await page.getByRole('button', { name: way }).click();
}

/** The message is sent before the page renders. */
async function typeCode(page: Page, label: string, to: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toBeVisible();
  await field.fill(await world.pool.lastCode(to));
}

async function reloadAt(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/sign-in/challenge');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

test('a password that was given is replaced, with what else the pool wants to know', async ({ page }) => {
  const email = 'given@example.org';
  await world.admin('AdminCreateUser', {
    Username: email,
    MessageAction: 'SUPPRESS',
    TemporaryPassword: PASSWORD,
    UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
  });
  await signInAs(page, email);
  await reloadAt(page, 'Choose a new password');
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByText('The password is too short.')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await page.getByLabel('Your name').fill('Grace');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expectFiles(page);
});

test('a code by e-mail: a wrong one, a reload, and the right one', async ({ page }) => {
  const email = await world.createPerson('mail', EMAIL_CODES);
  await signInAs(page, email);
  await expect(page.getByText('We sent a code to')).toBeVisible();
  await reloadAt(page, 'Confirm it’s you');
  const right = await world.pool.lastCode(email);
  const code = page.getByLabel('Code', { exact: true });
  await code.fill(right === '000000' ? '000001' : '000000');
  await expect(page.getByText('4 attempts left')).toBeVisible();
  await code.fill(right);
  await expectFiles(page);
});

test('the factor is chosen where there are several, and a lost authenticator is replaced', async ({
  page,
}) => {
  const email = await world.createPerson('several');
  await signInAs(page, email);
  await expectFiles(page);
  const { secret } = await startedAuthenticator(page);
  const codes = await makeRecoveryCodes(page);
  await world.admin('AdminSetUserMFAPreference', {
    Username: email,
    ...EMAIL_CODES,
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: false },
  });
  await signOutInBrowser(page);
  await signInAs(page, email);
  await reloadAt(page, 'Confirm it’s you');
  await page.getByRole('button', { name: 'Code by email' }).click();
  await typeCode(page, 'Code', email);
  await expectFiles(page);

  await signOutInBrowser(page);
  await signInAs(page, email);
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  // Codes work once; the next one follows after 30 seconds.
  await page.getByLabel('Six-digit code').fill(authenticatorCode(secret, new Date(Date.now() + 30_000)));
  await expectFiles(page);

  await signOutInBrowser(page);
  await signInAs(page, email);
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  await page.getByRole('button', { name: 'Lost your authenticator?' }).click();
  await page.getByLabel('Recovery code').fill('AAAA-AAAA-AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: 'Turn off authenticator app' }).click();
  await expect(page.getByText('attempts left')).toBeVisible();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Turn off authenticator app' }).click();
  await expect(page.getByText('Authenticator app turned off.')).toBeVisible();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
});

test('a second factor that the pool demands is set up on the way', async ({ page }) => {
  const people = [await world.createPerson('set-up-app'), await world.createPerson('set-up-mail')] as const;
  await setMfa('ON');
  try {
    await signInAs(page, people[0]);
    await reloadAt(page, 'Set up a second step');
    await page.getByRole('button', { name: 'Authenticator app' }).click();
    await reloadAt(page, 'Set up your authenticator app');
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
    const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
    await page.getByLabel('Six-digit code').fill(authenticatorCode(secret, new Date()));
    await expectFiles(page);
    await signOutInBrowser(page);

    await signInAs(page, people[1]);
    await page.getByRole('button', { name: 'Code by email' }).click();
    await expect(page.getByLabel('Email address for codes')).toHaveValue(people[1]);
    await page.getByRole('button', { name: 'Send code' }).click();
    await typeCode(page, 'Code', people[1]);
    await expectFiles(page);
  } finally {
    await setMfa('OPTIONAL');
  }
});

test("the pool's own question instead of a password", async ({ page }) => {
  const email = await world.createPerson('question');
  await begin(page, email, 'Sign in without a password');
  await reloadAt(page, 'Confirm it’s you');
  await typeCode(page, 'Code from the message', email);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectFiles(page);
});

test('the first factor is chosen: a code that is sent twice, another way, the password in its place', async ({
  page,
}) => {
  const email = await world.createPerson('choice');
  await begin(page, email, 'Other ways to sign in');
  await reloadAt(page, 'How do you want to sign in?');
  await page.getByRole('button', { name: 'Code by email' }).click();
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeVisible();
  const first = await world.pool.lastCode(email);
  await page.getByRole('button', { name: 'Send new code' }).click();
  await expect(page.getByText('We sent a new code.')).toBeVisible();
  const second = await world.pool.lastCode(email);
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: 'Use another method' }).click();
  await page.getByRole('button', { name: 'Password', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong email, user name or password.')).toBeVisible();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
  await page.getByRole('button', { name: 'Other ways to sign in' }).click();
  await page.getByRole('button', { name: 'Password', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectFiles(page);
});

test('a passkey, and a device that has none', async ({ page }) => {
  const email = await world.createPerson('passkey');
  const { devtools, authenticatorId } = await addVirtualAuthenticator(page);
  await signInAs(page, email);
  await expectFiles(page);
  await addPasskey(page);
  await signOutInBrowser(page);
  await begin(page, email, 'Sign in with a passkey');
  await expectFiles(page);
  await signOutInBrowser(page);

  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await begin(page, email, 'Sign in with a passkey');
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Use passkey' })).toBeEnabled();
  await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page.getByText('No passkey was used')).toBeVisible();
  await page.getByRole('button', { name: 'Use password instead' }).click();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
});

test('requirement 21: wrong codes until the end, and a new beginning with the name kept', async ({
  page,
}) => {
  const email = await world.createPerson('wrong', EMAIL_CODES);
  await signInAs(page, email);
  const code = page.getByLabel('Code', { exact: true });
  for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
    await code.fill(`00000${left[0]}`);
    await expect(page.getByText(`${left} left`)).toBeVisible();
  }
  await code.fill('000009');
  await expect(page.getByRole('heading', { name: 'This sign-in timed out' })).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
});

test('requirement 21: the time of a challenge is counted down, and a new beginning keeps the name', async ({
  page,
}) => {
  await page.clock.install();
  const email = await world.createPerson('late', EMAIL_CODES);
  await signInAs(page, email);
  await expect(page.getByRole('timer')).toBeVisible();
  await page.clock.fastForward('16:00');
  await expect(page.getByRole('heading', { name: 'This sign-in timed out' })).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
});

test('requirement 19 in the browser: passwords are pasted and kept by managers, and every rule is told at once', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${world.coffer.url}/sign-in`);
  const present = page.getByLabel('Password', { exact: true });
  await expect(present).toHaveAttribute('autocomplete', 'current-password');
  await expect(page.getByLabel('Email or user name')).toHaveAttribute('autocomplete', 'username');
  await page.getByRole('link', { name: 'Create account' }).click();
  const wanted = page.getByLabel('Password', { exact: true });
  await expect(wanted).toHaveAttribute('autocomplete', 'new-password');
  const phrase = `${'four and twenty blackbirds, '.repeat(4)}baked in a pie`;
  await page.evaluate(async (text) => await navigator.clipboard.writeText(text), phrase);
  await wanted.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(wanted).toHaveValue(phrase);
  await wanted.fill('short');
  await expect(page.getByText('At least 12 characters (5 so far)')).toBeVisible();
  await expect(page.getByText('Not a commonly used password')).toBeVisible();
  await page.getByLabel('Your name').fill('Nora');
  await page.getByLabel('Email').fill('nora@example.org');
  await wanted.fill('passwordpassword');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(wanted).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
});

test('an account is made, and its password replaced, in the same words for whoever has one', async ({
  page,
}) => {
  const email = 'new@example.org';
  const taken = await world.createPerson('taken');
  const words: string[] = [];
  for (const address of [taken, email]) {
    await page.goto(`${world.coffer.url}/sign-in`);
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.getByLabel('Your name').fill('Nora');
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
    words.push((await page.getByRole('main').innerText()).replaceAll(address, 'somebody'));
  }
  expect(words[1]).toBe(words[0]);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Wrong code.')).toBeVisible();
  await typeCode(page, 'Code', email);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your account is ready.')).toBeVisible();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await typeCode(page, 'Code', email);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  await enterPassword(page, { email, password: NEW_PASSWORD });
  await expectFiles(page);
});

async function setMfa(MfaConfiguration: 'ON' | 'OPTIONAL'): Promise<void> {
  await world.admin('SetUserPoolMfaConfig', {
    MfaConfiguration,
    SoftwareTokenMfaConfiguration: { Enabled: true },
    EmailMfaConfiguration: {},
  });
}

async function startedAuthenticator(page: Page): Promise<{ secret: string }> {
  const started = Object(await callFromPage(page, 'POST /me/authenticator'));
  const secret = String(started.secret);
  await callFromPage(page, 'POST /me/authenticator/verify', {
    code: authenticatorCode(secret, new Date()),
  });
  return { secret };
}

async function makeRecoveryCodes(page: Page): Promise<readonly string[]> {
  const made = Object(await callFromPage(page, 'POST /me/recovery-codes'));
  return Array.from(made.codes, String);
}

async function addPasskey(page: Page): Promise<void> {
  const started = Object(await callFromPage(page, 'POST /me/passkeys/start'));
  const credential = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
    const made = await navigator.credentials.create({ publicKey });
    if (!(made instanceof PublicKeyCredential)) throw new TypeError('no passkey was made');
    return JSON.stringify(made.toJSON());
  }, String(started.options));
  await callFromPage(page, 'POST /me/passkeys', { credential });
}
