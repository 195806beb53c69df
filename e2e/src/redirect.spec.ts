import { expect, type Page, test } from '@playwright/test';
import { startTestIssuer, type TestIssuer } from '../../apps/server/test/oidc-issuer.ts';
import { expectFiles } from './sign-in/sign-in-steps.ts';
import { HOSTED_CLIENT, PASSWORD, type SignInWorld, startSignInWorld } from './sign-in/sign-in-world.ts';

const ADA = { sub: 'ada', email: 'ada@corp.example', email_verified: true, name: 'Ada' } as const;

let world: SignInWorld;
let corp: TestIssuer;

test.beforeAll(async () => {
  world = await startSignInWorld('passkey', async ({ url, poolIssuer }) => {
    corp = await startTestIssuer(`${url}/auth/callback`, `${url}/signed-out`);
    const { clientId, clientSecret } = corp;
    return [
      {
        id: 'corp',
        name: 'Corp',
        issuer: corp.url,
        clientId,
        clientSecret,
        allowedDomains: ['corp.example'],
      },
      {
        id: 'hosted',
        name: 'Hosted',
        issuer: poolIssuer,
        clientId: HOSTED_CLIENT.id,
        clientSecret: HOSTED_CLIENT.secret,
        logout: 'cognito',
      },
    ];
  });
});

test.beforeEach(() => {
  corp.person = ADA;
  corp.failure = undefined;
  corp.givesRefreshTokens = true;
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await corp.close();
});

async function signInWith(page: Page, name: string, path = '/'): Promise<void> {
  await page.goto(`${world.coffer.url}${path}`);
  await page.getByRole('button', { name: `Sign in with ${name}` }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('over an issuer that others wrote, to the page that was asked for, and out again', async ({ page }) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await signInWith(page, 'Corp', '/trash');
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  expect(addresses.some((address) => address.includes('/auth/callback?'))).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/trash');
  await page.goBack();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(page.url()).not.toContain('code=');

  // The issuer's logout page would only ask for confirmation.
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  expect(addresses.filter((address) => address.includes('/session/end'))).toEqual([]);
});

test('an issuer that gives nothing to revoke asks the person itself, and leads back', async ({ page }) => {
  corp.givesRefreshTokens = false;
  await signInWith(page, 'Corp');
  await expectFiles(page);
  await signOut(page);
  await expect(page.getByRole('button', { name: /sign me out/i })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(corp.url);
  await page.getByRole('button', { name: /sign me out/i }).click();
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
});

test('a sign-out that the issuer tells of by the back channel reaches a page that is open', async ({
  page,
}) => {
  await signInWith(page, 'Corp');
  await expectFiles(page);
  const seconds = Math.floor(Date.now() / 1_000);
  const token = await corp.sign({
    iss: corp.url,
    aud: corp.clientId,
    iat: seconds,
    exp: seconds + 120,
    jti: crypto.randomUUID(),
    sub: ADA.sub,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  const response = await fetch(`${world.coffer.url}/auth/backchannel-logout/corp`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });
  expect(response.status).toBe(200);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('button', { name: 'Sign in with Corp' })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveCount(0);
});

test('over the hosted pages of the pool, and out of them', async ({ page }) => {
  const email = await world.createPerson('hosted');
  await signInWith(page, 'Hosted');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectFiles(page);
  await signOut(page);
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await signInWith(page, 'Hosted');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('whoever may not come in is told so', async ({ page }) => {
  corp.person = { ...ADA, sub: 'eve', email: 'eve@elsewhere.example' };
  await signInWith(page, 'Corp');
  await expect(page.getByRole('heading', { name: 'This account doesn’t have access' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('a return that the issuer refused, and one that nobody began', async ({ page, context }) => {
  await page.goto(`${world.coffer.url}/auth/callback?error=access_denied&state=x`);
  await expect(page.getByText('This sign-in timed out or was already used.')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Couldn’t sign in' })).toBeVisible();

  await page.route(`${corp.url}/**`, async (route) => {
    const state = new URL(route.request().url()).searchParams.get('state') ?? '';
    const back = `${world.coffer.url}/auth/callback?error=access_denied&state=${state}`;
    await route.fulfill({ status: 303, headers: { location: back } });
  });
  await signInWith(page, 'Corp');
  await expect(page.getByText('Couldn’t sign in with the other provider.')).toBeVisible();
  await page.unroute(`${corp.url}/**`);

  await signInWith(page, 'Corp');
  await expectFiles(page);
  const second = await context.newPage();
  await second.goto(`${world.coffer.url}/auth/callback?code=used&state=used`);
  await expectFiles(second);
});

test('an issuer that fails at the last moment is told, and the door stays open', async ({ page }) => {
  const finish = '**/api/v1/sign-in/redirect/finish';
  await page.route(finish, async (route) => {
    corp.failure = 500;
    await route.continue();
  });
  await signInWith(page, 'Corp');
  await expect(page.getByText('The other sign-in provider can’t be reached.')).toBeVisible();
  await page.unroute(finish);
  corp.failure = undefined;
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.getByRole('button', { name: 'Sign in with Corp' }).click();
  await expectFiles(page);
});
