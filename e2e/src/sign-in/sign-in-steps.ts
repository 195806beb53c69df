import type { CofferProcess } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page } from '@playwright/test';
import { ADMINISTRATOR } from '../first-start.ts';
import { borrowSession, keepSession } from '../setup/kept-sessions.ts';

export interface Account {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Does not wait for the next page. */
export async function fillWelcome(
  page: Page,
  coffer: CofferProcess,
  account: Account = ADMINISTRATOR,
): Promise<void> {
  await page.goto(coffer.welcomeLink ?? 'no welcome link was printed');
  await page.getByLabel('Your name').fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

export async function welcomeInBrowser(
  page: Page,
  coffer: CofferProcess,
  account: Account = ADMINISTRATOR,
): Promise<void> {
  await fillWelcome(page, coffer, account);
  await expectFiles(page);
}

export async function enterPassword(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'> = ADMINISTRATOR,
): Promise<void> {
  await page.getByLabel('Email or user name').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function signInInBrowser(
  page: Page,
  coffer: CofferProcess,
  account: Pick<Account, 'email' | 'password'> = ADMINISTRATOR,
): Promise<void> {
  await page.goto(`${coffer.url}/sign-in`);
  await enterPassword(page, account);
  await expectFiles(page);
}

/** For tests of other things: takes the session of an earlier test over where one is free. */
export async function openFilesAs(
  page: Page,
  coffer: CofferProcess,
  account: Pick<Account, 'email' | 'password'> = ADMINISTRATOR,
): Promise<void> {
  const owner = `${coffer.url} ${account.email}`;
  await borrowSession(page.context(), owner);
  await page.goto(`${coffer.url}/`);
  const name = page.getByLabel('Email or user name');
  await expect(name.or(page.getByRole('heading', { name: 'Files', level: 1 }))).toBeVisible();
  if (await name.isVisible()) {
    await enterPassword(page, account);
    await expectFiles(page);
    await keepSession(page.context(), owner);
  } else await expectFiles(page);
}

export async function signOutInBrowser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  // The old page shows the same text while storage is being cleared.
  const anew = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await anew;
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
}

export async function expectFiles(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
}

/** With words in it: the live region of every page has the role as well, and is empty. */
export function alertIn(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /\p{L}/u }).first();
}
