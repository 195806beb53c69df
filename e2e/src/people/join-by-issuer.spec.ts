import { freePort } from '@coffer/testing';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, test } from '@playwright/test';
import { startTestIssuer, type TestIssuer } from '../../../apps/server/test/oidc-issuer.ts';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { readInstallationSecrets } from '../sign-in/recorded-pool.ts';
import { alertIn, expectFiles, signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let corp: TestIssuer;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('join-by-issuer'));
  const ports = { app: await freePort(), store: await freePort(), pool: await freePort() };
  const url = `http://localhost:${ports.app}`;
  corp = await startTestIssuer(`${url}/auth/callback`, `${url}/signed-out`);
  running.defer(async () => await corp.close());
  const environment = { ...data.environment, COFFER_OIDC: settingOf(corp) };
  coffer = running.use(await startCoffer({ dataFolder: data.path, ports, environment }));
  await welcome(coffer);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const settingOf = ({ url: issuer, clientId, clientSecret }: TestIssuer): string =>
  JSON.stringify([{ id: 'corp', name: 'Corp', issuer, clientId, clientSecret, admitsNewPeople: false }]);

const invite = async (...args: readonly string[]) =>
  linkIn(await runPeople({ coffer, data }, ['invite', ...args]));

test('an invited person joins with the account of an issuer, and is what the invitation says', async ({
  page,
}) => {
  corp.person = { sub: 'ann', email: 'ann@example.org', email_verified: true, name: 'Ann Smith' };
  await test.step('without an invitation the issuer leads nowhere', async () => {
    await page.goto(`${coffer.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with Corp' }).click();
    await expect(page.getByRole('heading', { name: 'This account doesn’t have access' })).toBeVisible();
  });
  const link = await invite('ann@example.org', '--role', 'administrator');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Join Coffer', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Join with Corp' }).press('Enter');
  await expectFiles(page);
  await page.goto(`${coffer.url}/admin/people`);
  await expect(page.getByRole('row', { name: /Ann Smith.*Administrator/ })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
});

test('somebody else who is signed in here is signed out first', async ({ page }) => {
  await signInInBrowser(page, coffer);
  corp.person = { sub: 'ben', email: 'ben@example.org', email_verified: true, name: 'Ben' };
  await page.goto(await invite('ben@example.org'));
  await expect(page.getByText('If you continue, you’re signed out of that account here.')).toBeVisible();
  await page.getByRole('button', { name: 'Join with Corp' }).click();
  await expectFiles(page);
  await page.goto(`${coffer.url}/settings/profile`);
  await expect(page.getByText('ben@example.org')).toBeVisible();
});

test('where no accounts can be made, an invitation leads to the issuer alone', async ({ page, browser }) => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await createDataFolder('join-elsewhere'));
  const ports = { app: await freePort(), store: await freePort(), pool: await freePort() };
  const url = `http://localhost:${ports.app}`;
  const own = await startTestIssuer(`${url}/auth/callback`, `${url}/signed-out`);
  stack.defer(async () => await own.close());
  const secrets = await readInstallationSecrets(data.path);
  const environment = {
    ...folder.environment,
    COFFER_OIDC: settingOf(own),
    // The pool of the other installation, without a key to administer it.
    COFFER_POOL_ENDPOINT: `http://127.0.0.1:${coffer.ports.pool}`,
    COFFER_POOL_ID: secrets.poolId,
    COFFER_POOL_CLIENT_ID: secrets.poolClientId,
    COFFER_POOL_CLIENT_SECRET: secrets.poolClientSecret,
    COFFER_POOL_ISSUER: `http://127.0.0.1:${coffer.ports.pool}/${secrets.poolId}`,
  };
  const other = stack.use(await startCoffer({ dataFolder: folder.path, ports, environment }));
  const at = { coffer: other, data: { ...folder, environment } };
  const link = linkIn(await runPeople(at, ['invite', 'cem@example.org']));
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Join Coffer', level: 1 })).toBeVisible();
  await expect(page.getByText('Join with an account you already have.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveValue('cem@example.org');
  await expect(page.getByLabel('Password')).toHaveCount(0);
  const { see, findings } = sightOf(page, EVERY_LOOK, 'join-by-issuer');
  await see('join-elsewhere-en');
  const arabic = await browser.newContext({ reducedMotion: 'reduce', locale: 'ar' });
  const reader = await arabic.newPage();
  await reader.goto(link);
  await expect(reader.getByRole('textbox')).toHaveValue('cem@example.org');
  const right = sightOf(reader, LOOKS.rightToLeft, 'join-by-issuer');
  await right.see('join-elsewhere-ar');
  await arabic.close();
  expect([...findings, ...right.findings]).toEqual([]);
  own.person = { sub: 'cem', email: 'cem@example.org', email_verified: true, name: 'Cem Kaya' };
  await page.getByRole('button', { name: 'Join with Corp' }).click();
  await expectFiles(page);
});

for (const locale of ['en', 'ar'] as const) {
  test(`the page to join is judged by axe, also while the issuer is away (${locale})`, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const looks = locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK;
    const { see, findings } = sightOf(page, looks, 'join-by-issuer');
    await page.goto(await invite(`${locale}@example.org`));
    const join = page.getByRole('button', { name: say('link.join.with', { name: 'Corp' }) });
    await expect(join).toBeVisible();
    await see('join');
    await page.route('**/api/v1/sign-in/redirect', async (route) => await route.abort());
    await join.click();
    await expect(alertIn(page)).toBeVisible();
    await see('join-failed');
    expect(findings).toEqual([]);
  });
}
