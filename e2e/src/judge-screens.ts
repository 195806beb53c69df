import { join } from 'node:path';
import { startCoffer } from '@coffer/testing/coffer-process';
import { type Page, test } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { createDataFolder } from './data-folder.ts';
import type { Look } from './screens/looks.ts';
import { walkEverywhere } from './screens.ts';
import { wordsOf } from './words.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const WALK_MS = 1_500_000;

export async function judgeEverything(
  page: Page,
  locale: 'en' | 'ar',
  looks: readonly Look[],
): Promise<readonly string[]> {
  test.setTimeout(WALK_MS);
  await using data = await createDataFolder('accessibility');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  const { see, findings } = sightOf(page, looks, 'screens');
  await walkEverywhere({ page, coffer, say: wordsOf(locale), see });
  return findings;
}

export function sightOf(page: Page, looks: readonly Look[], folder: string) {
  const pictures = join(test.info().project.outputDir, folder);
  const findings: string[] = [];
  const see = async (screen: string): Promise<void> => {
    for (const look of looks) {
      await page.emulateMedia(look.media);
      await page.setViewportSize(look.size);
      await settle(page);
      if (look.isPictured) await page.screenshot({ path: join(pictures, `${screen}.${look.name}.png`) });
      if (!look.isJudged) continue;
      const found = [...(await judge(page, look.omitted)), ...(await cutOff(page))];
      findings.push(...found.map((finding) => `${screen}, ${look.name}: ${finding}`));
    }
  };
  return { see, findings };
}

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

export async function judge(page: Page, omitted: readonly string[] = []): Promise<readonly string[]> {
  // A modal dialog hides the page's landmark and heading.
  const isModal = (await page.getByRole('dialog').count()) > 0;
  const left = [...omitted, ...(isModal ? ['landmark-one-main', 'page-has-heading-one'] : [])];
  const options: RunOptions = {
    runOnly: { type: 'tag', values: [...TAGS] },
    rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    // Those of the viewers have no origin, so nothing can be asked of them.
    iframes: false,
  };
  // It stays in the document: to send and read it takes as long as a look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return await page.evaluate(async (how) => {
    if (window.axe === undefined) throw new Error('axe is not there');
    const { violations } = await window.axe.run(document, how);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id} at ${target.join(' ')}: ${failureSummary?.replaceAll(/\s+/g, ' ')}`,
      ),
    );
  }, options);
}

/** WCAG 1.4.10. axe does not check this. A row of tabs may be pushed sideways. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  await settle(page);
  return await page.evaluate(() => {
    return Array.from(document.querySelectorAll('a[href], button, input, select, textarea'))
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        return control.checkVisibility() && width > 1 && (left < -1 || right > innerWidth + 1);
      })
      .filter((control) => {
        // A row of tabs, or of cards that is swiped, is meant to go on past the edge.
        const row = control.closest('nav, ul');
        const isWider = row !== null && row.scrollWidth > row.clientWidth;
        return !isWider || getComputedStyle(row).overflowX !== 'auto';
      })
      .map((control) => `cut off: ${control.outerHTML.slice(0, 200)}`);
  });
}

/** Intermediate colours would fail the contrast check. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
