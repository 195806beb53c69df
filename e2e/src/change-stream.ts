import { expect, type Page } from '@playwright/test';

/** Resolves when the page follows changes. What had failed before is loaded again then. */
export async function followsChanges(page: Page): Promise<void> {
  const answer = await page.waitForResponse((response) => response.url().endsWith('/api/v1/changes'));
  expect(answer.status()).toBe(200);
}
