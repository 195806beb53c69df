import { expect, type Page } from '@playwright/test';

/** In the middle of the page where no place is named. A busy browser may end the drag without a drop: it is repeated. */
export async function dropFiles(
  page: Page,
  paths: readonly string[],
  at?: { readonly x: number; readonly y: number },
): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const devtools = await page.context().newCDPSession(page);
  const place = at ?? { x: Math.round(size.width * 0.6), y: Math.round(size.height * 0.5) };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const drops = await page.evaluateHandle(countDrops);
  await expect(async () => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', { type, ...place, data });
    }
    await expect
      .poll(() => drops.evaluate(({ count }) => count), {
        message: 'the browser dropped the files',
        timeout: 5_000,
      })
      .toBeGreaterThan(0);
  }).toPass({ timeout: 120_000 });
  await drops.evaluate(({ stop }) => stop.abort());
  await devtools.detach();
}

/** Runs in the page. Hides a second drop, which a repeated drag may bring. */
function countDrops(): { count: number; stop: AbortController } {
  const drops = { count: 0, stop: new AbortController() };
  const count = (event: DragEvent): void => {
    drops.count += 1;
    if (drops.count > 1) event.stopImmediatePropagation();
  };
  addEventListener('drop', count, { capture: true, signal: drops.stop.signal });
  return drops;
}
