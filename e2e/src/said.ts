import type { Page } from '@playwright/test';

/**
 * Writes down what is said aloud in the pages that are opened from now on: they take it away after some seconds, in which a test may not get
 * to look. What is returned reads what the page has said so far, each time once.
 */
export async function recordSaid(
  page: Page,
): Promise<(urgency: 'polite' | 'assertive') => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const said: Record<string, string[]> = { polite: [], assertive: [] };
    addEventListener('DOMContentLoaded', () => {
      for (const [urgency, heard] of Object.entries(said)) {
        const region = document.getElementById(`live-${urgency}`);
        if (region === null) continue;
        const listen = (): void => {
          const words = region.textContent;
          if (words !== '' && heard.at(-1) !== words) heard.push(words);
        };
        new MutationObserver(listen).observe(region, { subtree: true, childList: true, characterData: true });
      }
    });
    Object.assign(window, { said });
  });
  return async (urgency) => await page.evaluate((which) => Reflect.get(window, 'said')[which], urgency);
}
