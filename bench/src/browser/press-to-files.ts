import { CHROMIUM } from '@coffer/e2e/chromium';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Figure } from '../figure.ts';
import { median } from '../statistics.ts';

/** The server allows twenty sign-ins of one name in a row. */
const ROUNDS = 17;
const FOLDERS = 40;
const GOAL_MS = 400;
const KEY_MS = 120;
const WHOLE = 'from pressing "Sign in" to the files';

interface Sighting {
  readonly pressed: number;
  readonly startAsked: number;
  readonly startAnswered: number;
  readonly proofAsked: number;
  readonly proofAnswered: number;
  readonly listed: number;
  readonly painted: number;
}

/** Time from pressing the sign-in button to the frame that shows forty rows. */
export async function benchPressToFiles(): Promise<readonly Figure[]> {
  await using data = await createDataFolder('press');
  const coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  const browser = await chromium.launch(CHROMIUM);
  try {
    await welcome(coffer);
    await fill(coffer.url);
    await watch(browser, coffer.url);
    const seen: Sighting[] = [];
    for (let round = 0; round < ROUNDS; round += 1) seen.push(await watch(browser, coffer.url));
    const wholeMs = median(seen.map(({ pressed, painted }) => painted - pressed));
    return [{ name: WHOLE, value: wholeMs, unit: 'ms', baseline: 'goal', baselineValue: GOAL_MS, goal: 1 }];
  } finally {
    await browser.close();
    await coffer.stop();
  }
}

async function fill(url: string): Promise<void> {
  const person = new Person(url);
  const { personalSpace } = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  for (let count = 1; count <= FOLDERS; count += 1) {
    await person.call('createFolder', {
      body: { parentId: personalSpace.rootId, name: `Folder ${count}` },
    });
  }
}

async function watch(browser: Browser, url: string): Promise<Sighting> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${url}/sign-in`);
    // The page preloads while the person types.
    const typing = { delay: KEY_MS };
    await page.getByLabel('Email or user name').pressSequentially(ADMINISTRATOR.email, typing);
    await page.getByLabel('Password', { exact: true }).pressSequentially(ADMINISTRATOR.password, typing);
    await page.waitForLoadState('networkidle');
    await page.evaluate(noteTimes);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForFunction(() => 'painted' in document.documentElement.dataset);
    return await readTimes(page);
  } finally {
    await context.close();
  }
}

function noteTimes(): void {
  const { dataset } = document.documentElement;
  document.addEventListener(
    'click',
    () => {
      dataset['pressed'] ??= String(performance.now());
    },
    { capture: true },
  );
  const observer = new MutationObserver(() => {
    const grid = document.querySelector('[role="grid"][aria-busy="false"]');
    if (grid === null || !grid.textContent?.includes('Folder 1')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        dataset['painted'] = String(performance.now());
      });
    });
  });
  observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
}

async function readTimes(page: Page): Promise<Sighting> {
  return await page.evaluate(() => {
    const calls = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.includes('/api/v1/'));
    const { pressed, painted } = document.documentElement.dataset;
    const after = calls.filter(({ startTime }) => startTime >= Number(pressed));
    const [start, proof] = after.filter(({ name }) => /\/sign-in(\/answer|\/answers)?$/.test(name));
    const list = after.find(({ name }) => /\/children/.test(name));
    if (start === undefined || proof === undefined || list === undefined) {
      throw new Error(`unexpected calls: ${after.map(({ name }) => name).join(' ')}`);
    }
    return {
      pressed: Number(pressed),
      startAsked: start.startTime,
      startAnswered: start.responseEnd,
      proofAsked: proof.startTime,
      proofAnswered: proof.responseEnd,
      listed: list.responseEnd,
      painted: Number(painted),
    };
  });
}
