import type { CofferProcess } from '@coffer/testing/coffer-process';
import { expect, type Page } from '@playwright/test';
import { ADMINISTRATOR } from './first-start.ts';

/** Who signs in, and with what. */
export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Creates the first account by the one-time link, as a person does, and arrives at its files. */
export async function welcomeInBrowser(
  page: Page,
  coffer: CofferProcess,
  account: Account = ADMINISTRATOR,
): Promise<void> {
  await page.goto(coffer.welcomeLink ?? 'no welcome link was printed');
  await page.getByLabel('Your name').fill(account.name);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expectFiles(page);
}

/** Fills in name and password and sends them. What comes then is for the caller to see. */
export async function enterPassword(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'> = ADMINISTRATOR,
): Promise<void> {
  await page.getByLabel('E-mail or user name').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in from any address and arrives at the files. */
export async function signInInBrowser(
  page: Page,
  coffer: CofferProcess,
  account: Pick<Account, 'email' | 'password'> = ADMINISTRATOR,
): Promise<void> {
  await page.goto(`${coffer.url}/sign-in`);
  await enterPassword(page, account);
  await expectFiles(page);
}

export async function signOutInBrowser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  // Out for good is the new page: the old one says the same while the browser is still being emptied.
  const anew = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await anew;
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
}

/** The heading of the uppermost folder and its list, filled or empty. */
export async function expectFiles(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
}
