import type { Page } from '@playwright/test';

/**
 * Records screen reader announcements of pages opened from now on, because they disappear after seconds. The returned
 * function reads the new ones.
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
