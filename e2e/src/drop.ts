import type { Page } from '@playwright/test';

/** In the middle of the page where no place is named. */
export async function dropFiles(
  page: Page,
  paths: readonly string[],
  at?: { readonly x: number; readonly y: number },
): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const devtools = await page.context().newCDPSession(page);
  const place = at ?? { x: Math.round(size.width * 0.6), y: Math.round(size.height * 0.5) };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...place, data });
  }
  await devtools.detach();
}
