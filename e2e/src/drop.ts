import type { Page } from '@playwright/test';

export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const devtools = await page.context().newCDPSession(page);
  const place = { x: Math.round(size.width * 0.6), y: Math.round(size.height * 0.5) };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...place, data });
  }
  await devtools.detach();
}
