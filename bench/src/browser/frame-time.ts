import type { CDPSession, Page } from '@playwright/test';

const SCROLLED_PX = 12_000;
const PX_PER_SECOND = 4_000;

/** Mean time between two frames while what is in the middle of the window scrolls, in milliseconds. */
export async function frameTime(page: Page, devTools: CDPSession): Promise<number> {
  const frames = page.evaluate(
    async (lastsMs) =>
      await new Promise<number>((resolve) => {
        const startedAt = performance.now();
        let count = 0;
        const tick = (now: number): void => {
          count += 1;
          if (now - startedAt < lastsMs) requestAnimationFrame(tick);
          else resolve((now - startedAt) / count);
        };
        requestAnimationFrame(tick);
      }),
    (SCROLLED_PX / PX_PER_SECOND) * 1_000,
  );
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await devTools.send('Input.synthesizeScrollGesture', {
    x: width / 2,
    y: height / 2,
    yDistance: -SCROLLED_PX,
    speed: PX_PER_SECOND,
    preventFling: true,
    gestureSourceType: 'mouse',
  });
  return await frames;
}
