import { expect, test } from '@playwright/test';
import { MINUTE_MS } from '@coffer/kit';
import { authenticatorCode } from '@coffer/testing/totp';
import { PASSWORD, tokensSchema } from '@coffer/user-pool/testing/pool-fixture';
import { Keys } from './sign-in/hosted-keys.ts';
import { type HostedPool, OPEN_POOL_ID, startHostedPool, STRICT_POOL_ID } from './sign-in/hosted-pool.ts';
import { addVirtualAuthenticator } from './sign-in/virtual-authenticator.ts';

const NEW_PASSWORD = 'bright-Lantern-river-42';

test.use({ ignoreHTTPSErrors: true, contextOptions: { reducedMotion: 'reduce' } });

let hosted: HostedPool;

test.beforeAll(async () => {
  hosted = await startHostedPool();
});

test.afterAll(async () => {
  await hosted[Symbol.asyncDispose]();
});

/** The message may arrive after the page that asks for its code. */
async function codeFor(to: string): Promise<string> {
  return await hosted.fixture.lastCode(to);
}

test('each challenge of a strict pool: new password, authenticator, codes by e-mail', async ({ page }) => {
  const keys = new Keys(page, hosted);
  await hosted.fixture.admin('AdminCreateUser', {
    UserPoolId: STRICT_POOL_ID,
    Username: 'ada',
    TemporaryPassword: PASSWORD,
    MessageAction: 'SUPPRESS',
  });
  await page.goto(hosted.authorize('strict'));
  await keys.see('login');
  await keys.signIn('strict', 'User name', { name: 'ada', password: 'not the password' });
  await expect(page.getByRole('alert')).toBeFocused();
  await keys.see('login-error');
  await keys.press('link', 'Wrong name or password.');
  await expect(page.getByLabel('User name')).toBeFocused();
  await keys.type('Password', PASSWORD);
  await page.keyboard.press('Enter');

  await keys.heading('Choose a new password');
  await keys.see('new-password');
  await keys.type('First name', 'Ada');
  await keys.type('New password', NEW_PASSWORD);
  await keys.type('Repeat new password', `${NEW_PASSWORD}x`);
  await keys.press('button', 'Save password');
  await expect(page.getByRole('alert')).toContainText('The passwords don’t match.');
  await keys.see('new-password-error');
  await keys.type('New password', NEW_PASSWORD);
  await keys.type('Repeat new password', NEW_PASSWORD);
  await page.keyboard.press('Enter');

  await keys.heading('Set up a second step');
  await keys.see('set-up');
  await keys.press('button', 'Use an authenticator app');
  await keys.heading('Set up your authenticator app');
  await keys.see('set-up-app');
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('code').textContent()) ?? '';
  await keys.type('Code', '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Wrong code.');
  await keys.type('Code', authenticatorCode(secret, new Date()));
  await page.keyboard.press('Enter');
  await keys.isBack();

  await keys.signIn('strict', 'User name', { name: 'ada', password: NEW_PASSWORD });
  await keys.heading('Enter the code');
  await expect(page.getByLabel('Code')).toBeFocused();
  await keys.see('code-app');
  await page.reload();
  await expect(page.getByLabel('Code')).toBeFocused();
  await keys.type('Code', authenticatorCode(secret, new Date(Date.now() + 30_000)));
  await page.keyboard.press('Enter');
  await keys.isBack();

  await hosted.createPerson(STRICT_POOL_ID, 'bob', { given_name: 'Bob' });
  await keys.signIn('strict', 'User name', { name: 'bob', password: PASSWORD });
  await keys.heading('Set up a second step');
  await keys.press('button', 'Use codes by email');
  await expect(page.getByLabel('Email address')).toBeFocused();
  await keys.see('set-up-email');
  await keys.type('Email address', 'bob@example.org');
  await page.keyboard.press('Enter');
  await keys.heading('Enter the code');
  await keys.see('code-email');
  await keys.type('Code', await codeFor('bob@example.org'));
  await page.keyboard.press('Enter');
  await keys.isBack();
  expect(keys.findings).toEqual([]);
});

test('each way in of an open pool: sign-up, recovery, choice, question, text message', async ({ page }) => {
  const keys = new Keys(page, hosted);
  await page.goto(hosted.authorize('open'));
  await keys.see('login-open');
  await keys.press('link', 'Create account');
  await keys.heading('Create an account');
  await keys.see('sign-up');
  await keys.type('Email address', 'eve@example.org');
  await keys.type('Password', PASSWORD);
  await keys.type('Repeat password', PASSWORD);
  await keys.press('button', 'Create account');
  await keys.heading('Confirm your account');
  await keys.see('confirm');
  await keys.press('button', 'Send new code');
  await expect(page.getByRole('status')).toContainText('We sent a new code.');
  await keys.see('confirm-resent');
  await keys.type('Code', await codeFor('eve@example.org'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('Account confirmed.');
  await keys.see('login-confirmed');
  await expect(page.getByLabel('Email address')).toHaveValue('eve@example.org');
  await keys.type('Password', PASSWORD);
  await page.keyboard.press('Enter');
  await keys.isBack();

  await page.goto(hosted.authorize('open', { prompt: 'login' }));
  await keys.press('link', 'Forgot your password?');
  await keys.heading('Forgot your password?');
  await keys.see('forgot');
  await keys.type('Email address', 'eve@example.org');
  await page.keyboard.press('Enter');
  await keys.heading('Set a new password');
  await keys.see('reset');
  await keys.type('Code', await codeFor('eve@example.org'));
  await keys.type('New password', NEW_PASSWORD);
  await keys.type('Repeat new password', NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('Password changed.');

  await page.goto(hosted.authorize('open', { prompt: 'login' }));
  await keys.type('Email address', 'eve@example.org');
  await keys.press('button', 'Send me a code instead');
  await keys.heading('Choose how to sign in');
  await keys.see('choose-first');
  await keys.press('button', 'Password');
  await keys.heading('Password');
  await keys.see('password');
  await page.goBack();
  await page.goForward();
  await keys.heading('Password');
  await keys.type('Password', NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await keys.isBack();

  await page.goto(hosted.authorize('open', { prompt: 'login', login_hint: 'eve@example.org' }));
  await expect(page.getByLabel('Password')).toBeFocused();
  await keys.press('button', 'Sign in another way');
  await keys.heading('Enter the code');
  await keys.see('question');
  await keys.type('Code', await codeFor('eve@example.org'));
  await page.keyboard.press('Enter');
  await keys.isBack();

  await chooseSecondFactor(keys);
  expect(keys.findings).toEqual([]);
});

async function chooseSecondFactor(keys: Keys): Promise<void> {
  const { page } = keys;
  const name = 'tel@example.org';
  await hosted.createPerson(OPEN_POOL_ID, name, {
    email_verified: 'true',
    phone_number: '+447700900123',
    phone_number_verified: 'true',
  });
  const signedIn = await hosted.fixture.signIn(name, PASSWORD, { poolId: OPEN_POOL_ID, clientId: 'open' });
  const { AccessToken } = tokensSchema.parse(signedIn.body['AuthenticationResult']);
  const set = await hosted.fixture.call('SetUserMFAPreference', {
    AccessToken,
    SMSMfaSettings: { Enabled: true },
    EmailMfaSettings: { Enabled: true },
  });
  expect(set.status).toBe(200);
  await keys.signIn('open', 'Email address', { name, password: PASSWORD });
  await keys.heading('Choose how to confirm it’s you');
  await keys.see('choose-second');
  await keys.press('button', 'Code by text message');
  await keys.heading('Enter the code');
  await keys.see('code-sms');
  await keys.type('Code', await codeFor('+447700900123'));
  await page.keyboard.press('Enter');
  await keys.isBack();
}

test('pages that say what went wrong, the way out, and Arabic', async ({ page }) => {
  const keys = new Keys(page, hosted);
  await page.goto(hosted.authorize('open', { redirect_uri: 'https://evil.example/' }));
  await keys.see('redirect-mismatch');
  await page.goto(`${hosted.url}/login?request=00000000-0000-4000-8000-000000000000`);
  await keys.see('lost');
  await page.goto(`${hosted.url}/logout?client_id=open`);
  await keys.see('signed-out');

  await hosted.createPerson(OPEN_POOL_ID, 'used@example.org', { email_verified: 'true' });
  await page.goto(hosted.authorize('open', { prompt: 'login' }));
  const used = page.url();
  await keys.type('Email address', 'used@example.org');
  await keys.type('Password', PASSWORD);
  await page.keyboard.press('Enter');
  await keys.isBack();
  await page.goto(used);
  await keys.heading('This page was already used');
  await keys.see('used');
  await keys.press('link', 'Start again');
  await keys.isBack();

  await page.goto(hosted.authorize('open', { prompt: 'login' }));
  await keys.press('link', 'العربية');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await keys.see('login-arabic');
  await keys.press('link', 'إنشاء حساب');
  await keys.heading('إنشاء حساب');
  await keys.see('sign-up-arabic');
  await page.goto(hosted.authorize('strict', { prompt: 'login', lang: 'ar' }));
  await keys.press('link', 'هل نسيت كلمة المرور؟');
  await keys.heading('هل نسيت كلمة المرور؟');
  await keys.see('forgot-arabic');
  expect(keys.findings).toEqual([]);
});

test('what seldom comes up: locks, faults of forms, time that ran out, another issuer that does not answer', async ({
  page,
}) => {
  const keys = new Keys(page, hosted);
  const person = { name: 'slow@example.org', password: PASSWORD };
  await hosted.createPerson(OPEN_POOL_ID, person.name, { email_verified: 'true' });
  await page.goto(hosted.authorize('open'));
  await expect(page.getByRole('link', { name: 'Continue with Company' })).toHaveCount(0);
  await keys.press('link', 'Create account');
  await keys.heading('Create an account');
  await keys.type('Email address', 'new@example.org');
  await keys.type('Password', 'short');
  await keys.type('Repeat password', 'other');
  await keys.press('button', 'Create account');
  await expect(page.getByRole('alert')).toBeFocused();
  await keys.see('sign-up-error');

  await page.goto(hosted.authorize('open'));
  await keys.press('link', 'Forgot your password?');
  await keys.heading('Forgot your password?');
  await keys.type('Email address', person.name);
  await page.keyboard.press('Enter');
  await keys.heading('Set a new password');
  await keys.type('Code', '000000');
  await keys.type('New password', NEW_PASSWORD);
  await keys.type('Repeat new password', NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Wrong code.');
  await keys.see('reset-error');

  await page.goto(hosted.authorize('open', { prompt: 'login', login_hint: person.name }));
  await keys.press('button', 'Send me a code instead');
  await keys.heading('Choose how to sign in');
  await keys.press('button', 'Code by email');
  await keys.heading('Enter the code');
  await keys.see('code-first');
  hosted.passTime(4 * MINUTE_MS);
  await keys.type('Code', await codeFor(person.name));
  await page.keyboard.press('Enter');
  await keys.heading('This page has expired');
  await keys.see('expired');
  await keys.press('link', 'Start again');
  await expect(page.getByLabel('Email address')).toHaveValue(person.name);

  // Each try waits for the previous lock to end; the last one locks for a minute.
  for (let tries = 0; tries < 11; tries++) {
    hosted.passTime(MINUTE_MS);
    const target = { poolId: OPEN_POOL_ID, clientId: 'open' };
    const refused = await hosted.fixture.signIn(person.name, 'not the password', target);
    expect(refused.body).toMatchObject({ message: 'Incorrect username or password.' });
  }
  await keys.signIn('open', 'Email address', person);
  await expect(page.getByRole('alert')).toContainText('Too many attempts.');
  await keys.see('locked');

  await hosted.addProvider('Company');
  await page.goto(hosted.authorize('open'));
  await keys.see('login-provider');
  await keys.press('link', 'Continue with Company');
  await keys.heading('Couldn’t sign in with the other provider');
  await keys.see('provider-failed');
  expect(keys.findings).toEqual([]);
});

test('a passkey signs in by keyboard', async ({ page }) => {
  const keys = new Keys(page, hosted);
  const name = 'key@example.org';
  await hosted.createPerson(OPEN_POOL_ID, name, { email_verified: 'true' });
  const signedIn = await hosted.fixture.signIn(name, PASSWORD, { poolId: OPEN_POOL_ID, clientId: 'open' });
  const { AccessToken } = tokensSchema.parse(signedIn.body['AuthenticationResult']);
  const started = await hosted.fixture.call('StartWebAuthnRegistration', { AccessToken });
  await addVirtualAuthenticator(page);
  await page.goto(hosted.authorize('open', { prompt: 'login' }));
  await page.goto(`${hosted.url}/no-such-page`);
  const credential = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const made = await navigator.credentials.create({ publicKey });
    return (made as PublicKeyCredential).toJSON();
  }, started.body['CredentialCreationOptions'] as PublicKeyCredentialCreationOptionsJSON);
  const completed = await hosted.fixture.call('CompleteWebAuthnRegistration', {
    AccessToken,
    Credential: credential,
  });
  expect(completed.status).toBe(200);

  await page.goto(hosted.authorize('open', { prompt: 'login' }));
  await keys.type('Email address', name);
  await keys.press('button', 'Sign in with a passkey');
  await keys.heading('Use your passkey');
  await expect(page.getByRole('alert')).toBeHidden();
  await keys.see('passkey');
  await keys.press('button', 'Use passkey');
  await keys.isBack();
  expect(keys.findings).toEqual([]);
});
