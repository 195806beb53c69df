import { type BrowserContext, expect, test } from '@playwright/test';
import { authenticatorCode } from '@coffer/testing/totp';
import { PASSWORD } from '@coffer/user-pool/testing/pool-fixture';
import { bundleAmplify } from './sign-in/amplify-page.ts';
import { type HostedPool, OPEN_POOL_ID, startHostedPool, STRICT_POOL_ID } from './sign-in/hosted-pool.ts';

test.use({ ignoreHTTPSErrors: true, contextOptions: { reducedMotion: 'reduce' } });

let hosted: HostedPool;

test.beforeAll(async () => {
  hosted = await startHostedPool();
});

test.afterAll(async () => {
  await hosted[Symbol.asyncDispose]();
});

test('without scripts a person signs in, step by step', async ({ browser }) => {
  const context: BrowserContext = await browser.newContext({
    javaScriptEnabled: false,
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  await hosted.createPerson(STRICT_POOL_ID, 'plain', { given_name: 'P' });
  await page.goto(hosted.authorize('strict'));
  await page.getByLabel('User name').fill('plain');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Code' }).fill(authenticatorCode(secret, new Date()));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.searchParams.has('code'));
  await context.close();
});

test('cookies are kept to the host, and nothing is refused by the policy of the pages', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await hosted.createPerson(OPEN_POOL_ID, 'cookie@example.org', { email_verified: 'true' });
  await page.goto(hosted.authorize('open', { prompt: 'login' }));
  await page.getByLabel('Email address').fill('cookie@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.has('code'));
  const cookies = await page.context().cookies(hosted.url);
  expect(cookies.map(({ name }) => name).toSorted()).toEqual([
    '__Host-pool-browser',
    `__Host-pool-session-${OPEN_POOL_ID}`,
  ]);
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
});

test('Amplify signs in and out by redirect, and renews its tokens', async ({ page }) => {
  await hosted.createPerson(OPEN_POOL_ID, 'amp@example.org', { email_verified: 'true' });
  const host = new URL(hosted.url).host;
  hosted.application.set('/amplify.js', await bundleAmplify());
  hosted.application.set(
    '/',
    '<!doctype html><html lang="en"><title>Application</title><h1>Application</h1><script type="module" src="/amplify.js"></script>',
  );
  await page.addInitScript(
    (settings) => {
      Object.assign(window, { amplifySettings: settings });
    },
    {
      Auth: {
        Cognito: {
          userPoolId: OPEN_POOL_ID,
          userPoolClientId: 'open',
          userPoolEndpoint: hosted.url,
          loginWith: {
            oauth: {
              domain: host,
              scopes: ['openid', 'email', 'aws.cognito.signin.user.admin'],
              redirectSignIn: [hosted.applicationUrl],
              redirectSignOut: [hosted.applicationUrl],
              responseType: 'code',
            },
          },
        },
      },
    },
  );
  await page.goto(hosted.applicationUrl);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email address').fill('amp@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('amp@example.org');
  expect(page.url().startsWith(hosted.applicationUrl)).toBe(true);
  await page.getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByRole('status')).toHaveText('renewed');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(hosted.applicationUrl);
  await expect(page.getByRole('status')).toHaveText('nobody');
  expect((await page.context().cookies(hosted.url)).map(({ name }) => name)).toEqual(['__Host-pool-browser']);
});
