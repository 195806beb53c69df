import { expect, type Page, type Request } from '@playwright/test';

export interface Pauses {
  /** Moves the page's clock by `ms` once no call is on its way, so that no call takes longer than it did. */
  skip(ms: number): Promise<void>;
  /** Skips the pauses between attempts until this is true. */
  skipUntil(isReached: () => Promise<boolean>): Promise<void>;
}

const PAUSE_MAX_MS = 60_000;

/** Call it before the page opens. */
export async function controlPauses(page: Page): Promise<Pauses> {
  await page.clock.install();
  const calls = new Set<Request>();
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.add(request);
  });
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
  const skip = async (ms: number): Promise<void> => {
    await expect.poll(() => calls.size, { intervals: [20], timeout: 120_000 }).toBe(0);
    await page.clock.fastForward(ms);
  };
  return {
    skip,
    skipUntil: async (isReached) => {
      await expect(async () => {
        if (await isReached()) return;
        if (calls.size === 0) await page.clock.fastForward(PAUSE_MAX_MS);
        expect(await isReached()).toBe(true);
      }).toPass({ intervals: [250], timeout: 300_000 });
    },
  };
}
