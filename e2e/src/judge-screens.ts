import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { startCoffer } from '@coffer/testing/coffer-process';
import { type Page, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { walkEverywhere } from './screens.ts';
import { wordsOf } from './words.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };

/** Some sixty screens, each in several looks: longer than any journey, also on a machine with much to do. */
export const WALK_MS = 1_500_000;

export interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
  readonly isJudged: boolean;
}

const PLAIN = { colorScheme: 'light', forcedColors: 'none' } as const;
const LIGHT: Look = { name: 'light', size: WIDE, media: PLAIN, isJudged: true };
const DARK: Look = { ...LIGHT, name: 'dark', media: { ...PLAIN, colorScheme: 'dark' } };

/** The ways in which the screens are looked at. In each list the last one is the one in which the next screen is opened. */
export const LOOKS = {
  everyday: [DARK, LIGHT],
  special: [
    { ...LIGHT, name: 'forced', media: { ...PLAIN, forcedColors: 'active' } },
    { ...LIGHT, name: 'phone', size: PHONE, isJudged: false },
    { ...LIGHT, name: 'narrow', size: NARROW },
  ],
  rightToLeft: [
    { ...DARK, name: 'rtl-phone', size: PHONE, isJudged: false },
    { ...LIGHT, name: 'rtl' },
  ],
} satisfies Readonly<Record<string, readonly Look[]>>;

/** Walks everywhere and returns what is wrong. */
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

/** Looks at whatever the page shows, and remembers what is wrong. The pictures go to a folder of test-results. */
export function sightOf(page: Page, looks: readonly Look[], folder: string) {
  const pictures = join(test.info().project.outputDir, folder);
  const findings: string[] = [];
  const see = async (screen: string): Promise<void> => {
    for (const look of looks) {
      await page.emulateMedia(look.media);
      await page.setViewportSize(look.size);
      await settle(page);
      await page.screenshot({ path: join(pictures, `${screen}.${look.name}.png`) });
      if (!look.isJudged) continue;
      const found = [...(await judge(page)), ...(await cutOff(page))];
      findings.push(...found.map((finding) => `${screen}, ${look.name}: ${finding}`));
    }
  };
  return { see, findings };
}

export async function judge(page: Page): Promise<readonly string[]> {
  // The legacy mode looks at this document alone, and there is no frame in it; the other one opens a page for each answer.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS);
  // What a modal dialog lies over is out of reach meanwhile, the landmark and the heading of the page included.
  if ((await page.getByRole('dialog').count()) > 0)
    axe.disableRules(['landmark-one-main', 'page-has-heading-one']);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id} at ${target.join(' ')}: ${failureSummary?.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}

/** What can be pressed or typed into stands between the edges of the page (WCAG 1.4.10), which axe does not look at. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() =>
    Array.from(document.querySelectorAll('a[href], button, input, select, textarea'))
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        return control.checkVisibility() && width > 1 && (left < -1 || right > innerWidth + 1);
      })
      .map((control) => `cut off: ${control.outerHTML.slice(0, 200)}`),
  );
}

/** Colours half-way through a fade are nobody's. What moves for ever is not waited for. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
