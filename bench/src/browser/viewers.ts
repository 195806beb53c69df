import { readFile } from 'node:fs/promises';
import { CHROMIUM } from '@coffer/e2e/chromium';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { Person } from '@coffer/e2e/person';
import { createPdf } from '@coffer/e2e/sample-files';
import { recordFilm } from '@coffer/e2e/sample-films';
import { startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Figure } from '../figure.ts';
import { whenIdle } from '../processor-time.ts';
import { openFiles } from './open-files.ts';

const FIRST_SIGHT_MS = 1_000;
const BOUND_MIB = 300;
const SAMPLE_EVERY_MS = 100;
/** The rest of the file arrives meanwhile. */
const WATCHED_MS = 8_000;

interface LargeFile {
  readonly name: string;
  readonly what: string;
  readonly content: (browser: Browser) => Buffer | Promise<Buffer>;
  readonly seen: Sight;
  /** Where something else is shown first. */
  readonly sharp?: { readonly what: string; readonly seen: Sight };
}

/** An element of the preview, by CSS, and what it shows. */
interface Sight {
  readonly selector: string;
  readonly text?: string;
}

const FILES: readonly LargeFile[] = [
  {
    name: 'large.log',
    what: 'a log of 100 MB',
    content: () => Buffer.alloc(100_000_000, '2026-10-14T09:20:00Z INFO two calls heard before midnight\n'),
    seen: { selector: '*', text: 'two calls heard before midnight' },
  },
  {
    name: 'large.csv',
    what: 'a table of 1,000,000 rows',
    content: () =>
      Buffer.from(Array.from({ length: 1_000_001 }, (_, at) => `Curlew ${at},${at % 97},gate`).join('\n')),
    seen: { selector: '[role=gridcell]', text: 'Curlew 1' },
  },
  {
    name: 'large.pdf',
    what: 'a document of 1,000 pages',
    content: () => createPdf(...Array.from({ length: 1_000 }, (_, at) => `Page ${at + 1}`)),
    seen: { selector: '[data-first-sight] img[data-loaded], [data-drawn]' },
    sharp: {
      what: 'the page itself of a document of 1,000 pages',
      seen: { selector: '[data-drawn]' },
    },
  },
  {
    name: 'large.mp4',
    what: 'a film of 4 GB',
    content: largeFilm,
    seen: { selector: 'video' },
  },
];

const FILM_BYTES = 4_000_000_000;

/** As cameras write them: what a player needs first comes after 4 GB. */
async function largeFilm(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const film = await recordFilm(page, 'video/mp4;codecs=vp9');
  await page.close();
  const typeBytes = film.readUInt32BE(0);
  const large = Buffer.alloc(FILM_BYTES);
  film.copy(large, 0, 0, typeBytes);
  const freeBytes = FILM_BYTES - film.length;
  large.writeUInt32BE(1, typeBytes);
  large.write('free', typeBytes + 4);
  large.writeBigUInt64BE(BigInt(freeBytes), typeBytes + 8);
  film.copy(large, typeBytes + freeBytes, typeBytes);
  return large;
}

/** Looks at every frame, because Playwright's own waiting looks every 500 ms only. Of a film, its first picture counts. */
async function waitForSight(page: Page, sight: Sight): Promise<void> {
  await page.waitForFunction(
    ({ selector, text }) =>
      [...document.querySelectorAll(`[role=dialog] :is(${selector})`)].some(
        (element) =>
          element.checkVisibility() &&
          (text === undefined || element.textContent === text || element.textContent.endsWith(` ${text}`)) &&
          (!(element instanceof HTMLMediaElement) ||
            element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA),
      ),
    sight,
  );
}

/** From the press on a row to its first sight, and what the page holds for itself afterwards (Linux). */
export async function benchViewers(): Promise<readonly Figure[]> {
  await using data = await createDataFolder('bench-viewers');
  const coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  const browser = await chromium.launch(CHROMIUM);
  try {
    await welcome(coffer);
    const person = new Person(coffer.url);
    const { personalSpace } = await person.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    for (const { name, content } of FILES) {
      await person.upload(personalSpace.rootId, name, await content(browser));
    }
    await whenIdle(coffer.pid);
    const figures: Figure[] = [];
    for (const file of FILES) figures.push(...(await benchFile(browser, coffer.url, file)));
    return figures;
  } finally {
    await browser.close();
    await coffer.stop();
  }
}

async function benchFile(browser: Browser, url: string, file: LargeFile): Promise<readonly Figure[]> {
  const page = await browser.newPage();
  try {
    await openFiles(page, url);
    await page.getByRole('link', { name: 'large.log' }).waitFor();
    const startedAtMs = performance.now();
    await page.getByRole('link', { name: file.name }).click();
    await waitForSight(page, file.seen);
    const sightMs = performance.now() - startedAtMs;
    if (file.sharp !== undefined) await waitForSight(page, file.sharp.seen);
    const sharpMs = performance.now() - startedAtMs;
    let mostMib = 0;
    const untilMs = performance.now() + WATCHED_MS;
    while (performance.now() < untilMs) {
      mostMib = Math.max(mostMib, await memoryMib(browser));
      await page.waitForTimeout(SAMPLE_EVERY_MS);
    }
    console.log(`${file.what}: seen after ${sightMs.toFixed(0)} ms, ${mostMib.toFixed(0)} MiB at most`);
    const sight = { baseline: 'goal', baselineValue: FIRST_SIGHT_MS, goal: 1 } as const;
    const memory = { baseline: 'bound', baselineValue: BOUND_MIB, goal: 1 } as const;
    const figures: Figure[] = [
      { name: `first sight of ${file.what}`, value: sightMs, unit: 'ms', ...sight },
      { name: `memory of the page with ${file.what}`, value: mostMib, unit: 'MiB', ...memory },
    ];
    if (file.sharp !== undefined) {
      figures.push({ name: file.sharp.what, value: sharpMs, unit: 'ms', ...sight });
    }
    return figures;
  } finally {
    await page.close();
  }
}

/** Anonymous pages of the largest renderer, resident or swapped, as in the browser's task manager. */
async function memoryMib(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const each = await Promise.all(renderers.map(async ({ id }) => await footprintMib(id)));
  return Math.max(0, ...each);
}

async function footprintMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return ['RssAnon', 'VmSwap']
    .map((name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024)
    .reduce((sum, one) => sum + one, 0);
}
