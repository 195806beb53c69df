import { freePort } from '@coffer/testing';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { type Receiver, receiveMail, receiveSms, type Sms } from './embedded-pool/message-receivers.ts';
import { createPoolAdmin } from './embedded-pool/pool-admin.ts';
import { ADMINISTRATOR } from './first-start.ts';
import { linkIn, runPeople } from './people-command.ts';
import { readInstallationSecrets } from './sign-in/recorded-pool.ts';
import { enterPassword, expectFiles, fillWelcome, signOutInBrowser } from './sign-in/sign-in-steps.ts';

const PASSWORD = 'vast-Kettle-orbit-91';
const SMS_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const STEP_MS = 30_000;

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let sms: Receiver<Sms>;
let mail: Receiver<string>;
const administrator = { home: '', secret: '' };

// The last test signs in as the administrator of the first.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('embedded-pool'));
  sms = running.use(await receiveSms(SMS_SECRET));
  mail = running.use(await receiveMail());
  const ports = { app: await freePort(), store: await freePort(), pool: await freePort() };
  const environment = {
    ...data.environment,
    COFFER_SECOND_FACTOR: 'required',
    COFFER_SMS_URL: `http://127.0.0.1:${sms.port}/send`,
    COFFER_SMS_SECRET: SMS_SECRET,
    COFFER_SMTP: `smtp://127.0.0.1:${mail.port}`,
    COFFER_MAIL_FROM: 'files@example.org',
    COFFER_SIGN_UP_DOMAINS: 'example.org',
    COFFER_POOL_URL: `http://127.0.0.1:${ports.pool}`,
  };
  coffer = running.use(await startCoffer({ dataFolder: data.path, ports, environment }));
});

test.afterAll(async () => {
  await running.disposeAsync();
});

async function setUpAuthenticator(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await page.getByLabel('Six-digit code').fill(authenticatorCode(secret, new Date()));
  await expectFiles(page);
  return secret;
}

const mailTo = (address: string) => mail.received.find((source) => source.includes(address));
const codeIn = (message: string | undefined): string => /\b\d{6}\b/.exec(message ?? '')?.[0] ?? 'no code';

test('where a second factor is required, the administrator sets one up at the first start', async ({
  page,
}) => {
  await fillWelcome(page, coffer);
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await enterPassword(page);
  administrator.secret = await setUpAuthenticator(page);
  administrator.home = page.url();
  await signOutInBrowser(page);
  await page.goto(coffer.url);
  await enterPassword(page);
  await expect(page.getByLabel('Six-digit code')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Authenticator app' })).toHaveCount(0);
});

test('a code by SMS comes over the webhook, signed, and who joins next in the same browser sets up a factor', async ({
  page,
}) => {
  const admin = createPoolAdmin(coffer.ports.pool, await readInstallationSecrets(data.path));
  await admin.createPerson('joan@example.org', PASSWORD, {
    phone_number: '+12065550123',
    phone_number_verified: 'true',
  });
  await admin.call('AdminSetUserMFAPreference', {
    Username: 'joan@example.org',
    SMSMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  await page.goto(coffer.url);
  await enterPassword(page, { email: 'joan@example.org', password: PASSWORD });
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeVisible();
  await expect.poll(() => sms.received.length).toBe(1);
  expect(sms.received[0]?.to).toBe('+12065550123');
  await code.fill(codeIn(sms.received[0]?.text));
  await expectFiles(page);

  await page.goto(linkIn(await runPeople({ coffer, data }, ['invite', 'ann@example.org', '--name', 'Ann'])));
  await expect(page.getByText('You’re signed in as joan.', { exact: false })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await setUpAuthenticator(page);
  await page.goto(`${coffer.url}/settings/profile`);
  await expect(page.getByLabel('Your name')).toHaveValue('Ann');
});

test('a person of the domain signs up, and a stranger’s address is refused', async ({ page }) => {
  await page.goto(`${coffer.url}/sign-up`);
  const signUp = async (email: string) => {
    await page.getByLabel('Name').fill('Mary');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
  };
  await signUp('eve@evil.example');
  await expect(page.getByText('Addresses of this domain can’t sign up here.')).toBeVisible();
  await signUp('mary@example.org');
  await expect.poll(() => mailTo('mary@example.org')).toBeDefined();
  const [, ...body] = mailTo('mary@example.org')?.split(/\r?\n\r?\n/) ?? [];
  await page.getByLabel('Code').fill(codeIn(body.join('\n')));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectFiles(page);
  expect(mailTo('eve@evil.example')).toBeUndefined();
});

test('people sign in on the pool’s own pages with the same account, and sign out of them', async ({
  page,
}) => {
  const signInThere = async () => {
    await page.goto(coffer.url);
    await page.getByRole('button', { name: 'Sign in with Coffer' }).click();
    await expect(page).toHaveURL(new RegExp(`^http://127\\.0\\.0\\.1:${coffer.ports.pool}/login`));
  };
  await signInThere();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await page.getByLabel('Email address').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  const later = new Date(Date.now() + STEP_MS);
  await page.getByLabel('Code').fill(authenticatorCode(administrator.secret, later));
  await page.keyboard.press('Enter');
  await expectFiles(page);
  await expect(page).toHaveURL(administrator.home);
  await signOutInBrowser(page);
  await signInThere();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
