import { MINUTE_MS } from '@coffer/kit';
import { expect, type Page, test } from '@playwright/test';
import { messagesFor } from '@coffer/user-pool/testing/hosted-messages';
import { authenticatorCode } from '@coffer/testing/totp';
import { PASSWORD, tokensSchema } from '@coffer/user-pool/testing/pool-fixture';
import { Keys } from './sign-in/hosted-keys.ts';
import { type HostedPool, OPEN_POOL_ID, startHostedPool, STRICT_POOL_ID } from './sign-in/hosted-pool.ts';
import { LOOKS } from './screens/looks.ts';

const NEW_PASSWORD = 'bright-Lantern-river-42';
const words = messagesFor('ar');
const say = (key: Key): string => words.text(key);

test.use({ ignoreHTTPSErrors: true, locale: 'ar', contextOptions: { reducedMotion: 'reduce' } });

let hosted: HostedPool;

test.beforeAll(async () => {
  hosted = await startHostedPool();
});

test.afterAll(async () => {
  await hosted[Symbol.asyncDispose]();
});

type Key = Parameters<typeof words.text>[0];

function readerOf(page: Page) {
  const keys = new Keys(page, hosted, LOOKS.rightToLeft);
  return {
    findings: keys.findings,
    heading: (key: Key) => keys.heading(say(key)),
    press: (role: 'button' | 'link', key: Key) =>
      page.getByRole(role, { name: say(key), exact: true }).click(),
    async enter(fields: Partial<Record<Key, string>>) {
      for (const key of Object.keys(fields) as Key[])
        await page.getByLabel(say(key), { exact: true }).fill(fields[key] ?? '');
      await page.keyboard.press('Enter');
    },
    async see(screen: string) {
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await keys.see(`rtl-${screen}`);
    },
    begin: (clientId: string, changes: Readonly<Record<string, string>> = {}) =>
      page.goto(hosted.authorize(clientId, { prompt: 'login', ...changes })),
  };
}

test('each challenge of a strict pool reads from right to left', async ({ page }) => {
  const reader = readerOf(page);
  await hosted.fixture.admin('AdminCreateUser', {
    UserPoolId: STRICT_POOL_ID,
    Username: 'ada',
    TemporaryPassword: PASSWORD,
    MessageAction: 'SUPPRESS',
  });
  await reader.begin('strict');
  await reader.enter({ username: 'ada', password: 'not the password' });
  await expect(page.getByRole('alert')).toContainText(say('errorCredentials'));
  await reader.see('login-error');
  await reader.enter({ username: 'ada', password: PASSWORD });
  await reader.heading('newPasswordTitle');
  await reader.enter({ attributeGivenName: 'أَدا', newPassword: 'short', repeatPassword: 'other' });
  await expect(page.getByRole('alert')).toContainText(say('errorRepeat'));
  await reader.see('new-password-error');
  await reader.enter({ newPassword: NEW_PASSWORD, repeatPassword: NEW_PASSWORD });
  await reader.heading('setUpTitle');
  await reader.see('set-up');
  await reader.press('button', 'setUpApp');
  await reader.heading('setUpAppTitle');
  await reader.see('set-up-app');
  const secret = (await page.locator('code').textContent()) ?? '';
  await reader.enter({ code: authenticatorCode(secret, new Date()) });
  await page.waitForURL(`${hosted.applicationUrl}**`);

  await reader.begin('strict');
  await reader.enter({ username: 'ada', password: NEW_PASSWORD });
  await reader.heading('codeTitle');
  await reader.enter({ code: '000000' });
  await expect(page.getByRole('alert')).toContainText(say('errorCode'));
  await reader.see('code-app-error');

  await hosted.createPerson(STRICT_POOL_ID, 'bob', { given_name: 'Bob' });
  await reader.begin('strict');
  await reader.enter({ username: 'bob', password: PASSWORD });
  await reader.press('button', 'setUpEmail');
  await expect(page.getByLabel(say('email'))).toBeFocused();
  await reader.see('set-up-email');
  await reader.enter({ email: 'bob@example.org' });
  await reader.heading('codeTitle');
  await reader.see('code-email');
  expect(reader.findings).toEqual([]);
});

test('each way in of an open pool reads from right to left', async ({ page }) => {
  const reader = readerOf(page);
  await reader.begin('open');
  await reader.press('link', 'createAccount');
  await reader.heading('signUpTitle');
  await reader.enter({ email: 'eve@example.org', password: 'short', repeatFirst: 'other' });
  await expect(page.getByRole('alert')).toContainText(say('errorRepeat'));
  await reader.see('sign-up-error');
  await reader.enter({ email: 'eve@example.org', password: PASSWORD, repeatFirst: PASSWORD });
  await reader.heading('confirmTitle');
  await reader.press('button', 'sendAgain');
  await expect(page.getByRole('status')).toContainText(say('sentAgain'));
  await reader.see('confirm');
  await reader.enter({ code: await hosted.fixture.lastCode('eve@example.org') });
  await expect(page.getByRole('status')).toContainText(say('confirmed'));
  await reader.see('login-confirmed');
  await reader.press('link', 'forgot');
  await reader.enter({ email: 'eve@example.org' });
  await reader.heading('resetTitle');
  await reader.enter({ code: '000000', newPassword: NEW_PASSWORD, repeatPassword: NEW_PASSWORD });
  await expect(page.getByRole('alert')).toContainText(say('errorCode'));
  await reader.see('reset-error');

  await reader.begin('open', { login_hint: 'eve@example.org' });
  await reader.press('button', 'useCode');
  await reader.heading('selectFirstTitle');
  await reader.see('choose-first');
  await reader.press('button', 'factorPassword');
  await reader.heading('password');
  await reader.see('password');
  await reader.begin('open', { login_hint: 'eve@example.org' });
  await reader.press('button', 'useQuestion');
  await reader.heading('codeTitle');
  await reader.see('question');
  await reader.begin('open', { login_hint: 'eve@example.org' });
  await reader.press('button', 'usePasskey');
  await reader.see('passkey-none');

  await addTwoFactors('tel@example.org');
  await reader.begin('open');
  await reader.enter({ email: 'tel@example.org', password: PASSWORD });
  await reader.heading('selectFactorTitle');
  await reader.see('choose-second');
  await reader.press('button', 'factorSms');
  await reader.heading('codeTitle');
  await reader.see('code-sms');
  expect(reader.findings).toEqual([]);
});

async function addTwoFactors(name: string): Promise<void> {
  const phone = { phone_number: '+447700900123', phone_number_verified: 'true' };
  await hosted.createPerson(OPEN_POOL_ID, name, { email_verified: 'true', ...phone });
  const signedIn = await hosted.fixture.signIn(name, PASSWORD, { poolId: OPEN_POOL_ID, clientId: 'open' });
  const { AccessToken } = tokensSchema.parse(signedIn.body['AuthenticationResult']);
  const factors = { SMSMfaSettings: { Enabled: true }, EmailMfaSettings: { Enabled: true } };
  const set = await hosted.fixture.call('SetUserMFAPreference', { AccessToken, ...factors });
  expect(set.status).toBe(200);
}

test('pages that say what went wrong read from right to left, and lead to English and back', async ({
  page,
}) => {
  const reader = readerOf(page);
  await page.goto(hosted.authorize('open', { redirect_uri: 'https://evil.example/' }));
  await reader.heading('redirectMismatchTitle');
  await reader.see('redirect-mismatch');
  await reader.press('link', 'otherLanguage');
  await expect(page.getByRole('heading', { name: 'This address isn’t registered' })).toBeVisible();
  await page.getByRole('link', { name: say('language') }).click();
  await reader.heading('redirectMismatchTitle');
  await page.goto(`${hosted.url}/login?request=00000000-0000-4000-8000-000000000000`);
  await reader.see('lost');
  await page.goto(`${hosted.url}/logout?client_id=open`);
  await reader.heading('signedOutTitle');
  await reader.see('signed-out');

  await hosted.createPerson(OPEN_POOL_ID, 'used@example.org', { email_verified: 'true' });
  await reader.begin('open');
  const used = page.url();
  await reader.enter({ email: 'used@example.org', password: PASSWORD });
  await page.waitForURL(`${hosted.applicationUrl}**`);
  await page.goto(used);
  await reader.heading('usedTitle');
  await reader.see('used');

  await reader.begin('open', { login_hint: 'used@example.org' });
  await reader.press('button', 'useQuestion');
  await reader.heading('codeTitle');
  hosted.passTime(4 * MINUTE_MS);
  await reader.enter({ code: '000000' });
  await reader.heading('expiredTitle');
  await reader.see('expired');

  await hosted.addProvider('Company');
  await page.context().clearCookies();
  await reader.begin('open', { identity_provider: 'Company' });
  await reader.heading('providerTitle');
  await reader.see('provider-failed');
  await reader.press('link', 'otherLanguage');
  await expect(page.getByRole('link', { name: 'Continue with Company' })).toBeVisible();
  expect(reader.findings).toEqual([]);
});
