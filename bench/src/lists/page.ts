import { CHROMIUM } from '@coffer/e2e/chromium';
import { chromium, type Page } from '@playwright/test';
import type { Figure } from '../figure.ts';
import { frameTime } from '../browser/frame-time.ts';
import { openFiles } from '../browser/open-files.ts';
import { timed } from '../statistics.ts';

const MIB = 1024 * 1024;
const MOUNT_MS = 400;
const SELECT_ALL_MS = 50;
const HEAP_MIB = 20;
const ELEMENTS = 1_500;
const FRAMES_PER_SECOND = 58;
const FRAMES_PER_SECOND_SLOWED = 50;
const SLOWED = 4;

interface Place {
  readonly url: string;
  readonly entries: number;
}

/** The page of a large folder in Chromium: how soon, how heavy, how smooth, and whether its last row is reached. */
export async function benchListPage(place: Place): Promise<readonly Figure[]> {
  const browser = await chromium.launch(CHROMIUM);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await openFiles(page, place.url);
    await page.getByRole('row', { name: 'large' }).waitFor();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable');
    const mountMs = await openFolder(page, place);
    await requireLastRow(page, place.entries);
    const frameMs = await frameTime(page, devTools);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    const slowedFrameMs = await frameTime(page, devTools);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const selectAllMs = await selectAll(page);
    await devTools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devTools.send('Performance.getMetrics');
    const heapMib = (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / MIB;
    const elements = await page.locator('*').count();
    const of = `of ${place.entries.toLocaleString('en')} entries in Chromium`;
    const figure = (
      name: string,
      [value, goal]: readonly [number, number],
      unit: Figure['unit'] = 'ms',
    ): Figure => ({
      name: `${name} ${of}`,
      value,
      unit,
      baseline: 'goal',
      baselineValue: goal,
      goal: 1,
    });
    return [
      figure('rows usable after opening a list', [mountMs, MOUNT_MS]),
      figure('a frame of scrolling a list', [frameMs, 1_000 / FRAMES_PER_SECOND]),
      figure('a frame of scrolling, processor slowed 4 times, a list', [
        slowedFrameMs,
        1_000 / FRAMES_PER_SECOND_SLOWED,
      ]),
      figure('selecting all of a list', [selectAllMs, SELECT_ALL_MS]),
      figure('heap of the page with a list', [heapMib, HEAP_MIB], 'MiB'),
      figure('elements of the page with a list', [elements, ELEMENTS], 'elements'),
    ];
  } finally {
    await browser.close();
  }
}

/** Opens it twice: the first time the code arrives. */
async function openFolder(page: Page, { entries }: Place): Promise<number> {
  const folder = page.getByRole('row', { name: 'large' }).getByRole('link', { name: 'large' });
  const open = async (): Promise<void> => {
    await folder.click();
    await page.locator(`[role="grid"][aria-rowcount="${entries + 1}"]`).waitFor();
    await page.getByRole('row', { name: /^img_1 / }).waitFor();
  };
  await open();
  await page.goBack();
  await folder.waitFor();
  return await timed(open);
}

/** Presses End, and waits for the last row. */
async function requireLastRow(page: Page, entries: number): Promise<void> {
  const last = page.locator(`[role="row"][aria-rowindex="${entries + 1}"]`);
  await page.getByRole('row', { name: /^img_1 / }).focus();
  await page.keyboard.press('End');
  await last.getByRole('link').waitFor();
  await page.keyboard.press('Home');
  await page.getByRole('row', { name: /^img_1 / }).waitFor();
}

async function selectAll(page: Page): Promise<number> {
  await page.keyboard.press('Home');
  return await page.evaluate(
    async () =>
      await new Promise<number>((resolve) => {
        const startedAt = performance.now();
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: 'a',
            code: 'KeyA',
            ctrlKey: true,
            bubbles: true,
            cancelable: true,
          }),
        );
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
      }),
  );
}
