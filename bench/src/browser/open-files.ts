import { ADMINISTRATOR } from '@coffer/e2e/first-start';
import type { Page } from '@playwright/test';

/** Signs the administrator in, and opens their files. */
export async function openFiles(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email or user name').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Files', exact: true }).first().click();
}
