import { authenticatorCode } from '@coffer/testing/totp';
import { expect, type Page, test } from '@playwright/test';
import { sightOf, WALK_MS } from './judge-screens.ts';
import { EVERY_LOOK, LOOKS, type Look, named } from './screens/looks.ts';
import { createPng } from './sample-files.ts';
import { callFromPage, PASSWORD, type SignInWorld, startSignInWorld } from './sign-in/sign-in-world.ts';
import { addVirtualAuthenticator } from './sign-in/virtual-authenticator.ts';
import { type Words, wordsOf } from './words.ts';

let world: SignInWorld;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await startSignInWorld('passkey', undefined, { attributesVerifiedBeforeUpdate: ['email'] });
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function judgeSettings(
  page: Page,
  locale: 'en' | 'ar',
  looks: readonly Look[],
): Promise<readonly string[]> {
  const say = wordsOf(locale);
  const { see, findings } = sightOf(page, looks, 'account-screens');
  const email = await world.createPerson(`faces-${locale}`);
  await addVirtualAuthenticator(page);
  await enter(page, email, say);
  const press = async (key: string, facts?: Record<string, string>): Promise<void> => {
    await page
      .getByRole('button', { name: say(key, facts), exact: true })
      .last()
      .click();
  };

  await open(page, 'security');
  await enterElsewhere(page, email);
  await press('security.passkeys.add');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await see('other-devices');
  await press('security.others.keep');
  await expect(page.getByRole('list', { name: say('security.passkeys') })).toBeVisible();
  const { secret } = Object(await callFromPage(page, 'POST /me/authenticator'));
  const code = authenticatorCode(String(secret), new Date());
  await callFromPage(page, 'POST /me/authenticator/verify', { code });
  await callFromPage(page, 'POST /me/factors', { factor: 'EMAIL_OTP', isEnabled: true });
  await open(page, 'security');
  await expect(page.getByText(say('security.preferred.label'))).toBeVisible();
  await expect(page.getByRole('list', { name: say('security.passkeys') })).toBeVisible();
  await see('security');
  await page
    .getByRole('button', { name: new RegExp(`^${say('security.passkeys.renameNamed').split('{')[0]}`) })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await see('passkey-name');
  await press('security.cancel');
  await press('security.recovery.make');
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
  await see('recovery-codes');
  await press('security.recovery.done');

  await open(page, 'profile');
  await expect(page.getByLabel(say('profile.email.label'))).toBeVisible();
  await see('profile');
  const portrait = { name: 'me.png', mimeType: 'image/png', buffer: createPng(320, 200) };
  await page.locator('input[type=file]').setInputFiles(portrait);
  await expect(page.locator('main img')).toBeVisible();
  await expect(page.getByRole('button', { name: say('shell.account') }).locator('img')).toBeVisible();
  await see('profile-picture');
  await press('profile.delete.open');
  await expect(page.getByRole('dialog')).toBeVisible();
  await see('profile-delete');
  await press('profile.cancel');
  await callFromPage(page, 'POST /me/email', { email: `new-${email}` });
  await open(page, 'profile');
  await expect(page.getByLabel(say('profile.email.code'))).toBeVisible();
  await see('profile-pending');

  await open(page, 'sessions');
  await expect(page.getByRole('list', { name: say('devices.title') })).toBeVisible();
  await see('devices');
  return findings;
}

test(`the settings of the account (${named(EVERY_LOOK)})`, async ({ page }) => {
  test.setTimeout(WALK_MS);
  expect(await judgeSettings(page, 'en', EVERY_LOOK)).toEqual([]);
});

test('the settings of the account, from right to left', async ({ page }) => {
  test.setTimeout(WALK_MS);
  await page.addInitScript(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
  expect(await judgeSettings(page, 'ar', LOOKS.rightToLeft)).toEqual([]);
});

async function enterElsewhere(page: Page, email: string): Promise<void> {
  const elsewhere = await page.context().browser()?.newContext();
  if (elsewhere === undefined) throw new Error('the page has no browser');
  await enter(await elsewhere.newPage(), email, wordsOf('en'));
  await elsewhere.close();
}

async function enter(page: Page, email: string, say: Words): Promise<void> {
  await page.goto(`${world.coffer.url}/sign-in`);
  await page.getByLabel(say('sign-in.name')).fill(email);
  await page.getByLabel(say('sign-in.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).click();
  await expect(page.getByRole('grid')).toBeVisible();
}

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`${world.coffer.url}/settings/${name}`);
}
