import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { welcome } from '@coffer/e2e/first-start';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { freePort } from '@coffer/testing';
import { foreignClients } from './foreign-clients.ts';
import { openLine } from './line.ts';
import {
  openPlainBrowser,
  type PlainBrowser,
  type PlainPage,
  signInPlain,
  untilHere,
} from './browser/plain-browser.ts';
import type { Figure } from './figure.ts';
import { timed } from './statistics.ts';
import { BUCKET, cpuMsOf, KEY_PAIR, REGION, type ServerProcess, startStore } from './server-process.ts';
import { send, signed } from './signed-requests.ts';
import { fill, SIZE_MIB } from './files.ts';

const SMALL_FILES = Number(process.env['COFFER_BENCH_FILES'] ?? 10_000);
const SMALL_BYTES = 4096;
const FILES_IN_A_FOLDER = 100;
const LINE = { bytesPerSecond: 5_000_000, roundTripMs: 60 };
/** Twenty-five parts, so that the first and the last do not dominate. */
const LINE_MIB = 200;

type Comparison = Pick<Figure, 'baseline' | 'baselineValue' | 'goal'>;

const LARGE_GOAL = 1.11;
const SMALL_GOAL = 0.5;
const LINE_GOAL = 0.29;
const API_GOAL: Comparison = { baseline: 'goal', baselineValue: 200, goal: 1 };

/**
 * Compares the browser with common store clients on the same embedded store, and with a single connection over a slow
 * network. Also reports the processor time of the application and the memory of the page.
 */
export async function benchClients(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-bench-clients-'));
  const files = {
    large: join(folder, 'source.bin'),
    small: join(folder, 'small'),
    line: join(folder, 'line.bin'),
  };
  fill(files.large);
  fill(files.line, LINE_MIB);
  fillFolder(files.small);
  await using browser = await openPlainBrowser();
  const app = await freePort();
  const store = await startStore({
    folder: join(folder, 'store'),
    corsOrigins: [`http://localhost:${app}`],
  });
  try {
    const foreign = await benchForeign(store, files, folder);
    const near = await withCoffer({ app, store, publicPort: store.port }, (coffer) =>
      benchNear({ browser, coffer, files, folder }),
    );
    const line = await openLine({ port: store.port, ...LINE });
    const single = await overOneConnection(line.port, files.line);
    const far = await withCoffer({ app, store, publicPort: line.port }, async ({ url }) => {
      const page = await browser.newPage();
      await signInPlain(page, url);
      return await timed(() => upload(page, files.line));
    });
    line.close();
    const figure = (name: string, value: number, comparison: Comparison): Figure => ({
      name,
      value,
      unit: 'ms',
      ...comparison,
    });
    return [
      ...foreign.flatMap(({ name: baseline, ...times }) => [
        figure(`${SIZE_MIB} MiB up`, near.largeUp, {
          baseline,
          baselineValue: times.largeUp,
          goal: LARGE_GOAL,
        }),
        figure(`${SIZE_MIB} MiB down`, near.largeDown, {
          baseline,
          baselineValue: times.largeDown,
          goal: LARGE_GOAL,
        }),
        figure(`${SMALL_FILES} files up`, near.smallUp, {
          baseline,
          baselineValue: times.smallUp,
          goal: SMALL_GOAL,
        }),
      ]),
      figure('1 GiB up: processor of the application', near.apiUpMs, API_GOAL),
      figure('1 GiB down: processor of the application', near.apiDownMs, API_GOAL),
      figure(`${LINE_MIB} MiB up a line of 5 MB/s a connection and 60 ms`, far, {
        baseline: 'one connection',
        baselineValue: single,
        goal: LINE_GOAL,
      }),
    ];
  } finally {
    store.child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

interface Files {
  readonly large: string;
  readonly small: string;
  readonly line: string;
}

interface Times {
  readonly largeUp: number;
  readonly largeDown: number;
  readonly smallUp: number;
}

async function benchForeign({ port }: ServerProcess, files: Files, folder: string) {
  const times: (Times & { readonly name: string })[] = [];
  for (const { name, up, down } of await foreignClients(port)) {
    const key = (what: string): string => `${name.replace(' ', '-')}/${what}`;
    times.push({
      name,
      largeUp: await timed(() => up(files.large, key('large'), false)),
      largeDown: await timed(() => down(key('large'), join(folder, 'foreign.bin'))),
      smallUp: await timed(() => up(files.small, key('small'), true)),
    });
  }
  return times;
}

interface Site {
  readonly app: number;
  readonly store: ServerProcess;
  /** Differs from the store's port when a simulated network is used. */
  readonly publicPort: number;
}

async function withCoffer<T>(
  { app, store, publicPort }: Site,
  work: (coffer: CofferProcess) => Promise<T>,
): Promise<T> {
  await using data = await createDataFolder('clients');
  const environment = {
    ...data.environment,
    COFFER_S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    COFFER_S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${publicPort}`,
    COFFER_S3_REGION: REGION,
    COFFER_S3_BUCKET: BUCKET,
    COFFER_S3_ACCESS_KEY_ID: KEY_PAIR.accessKeyId,
    COFFER_S3_SECRET_ACCESS_KEY: KEY_PAIR.secretAccessKey,
  };
  const ports = { app, store: await freePort(), pool: await freePort() };
  const coffer = await startCoffer({ dataFolder: data.path, ports, environment });
  try {
    await welcome(coffer);
    return await work(coffer);
  } finally {
    await coffer.stop();
  }
}

interface NearParts {
  readonly browser: PlainBrowser;
  readonly coffer: CofferProcess;
  readonly files: Files;
  readonly folder: string;
}

async function benchNear({ browser, coffer, files, folder }: NearParts) {
  const page = await browser.newPage();
  await signInPlain(page, coffer.url);
  await browser.downloadTo(folder);
  const memory = await watchMemory(browser);
  try {
    const before = cpuMsOf(coffer);
    const largeUp = await timed(() => upload(page, files.large));
    const between = cpuMsOf(coffer);
    const largeDown = await timed(() => download(browser, page));
    const after = cpuMsOf(coffer);
    const other = await browser.newPage();
    await other.goto(coffer.url);
    await other.until(`document.querySelector('[role="grid"]') !== null`);
    const spentMs = browser.processorMs();
    const smallUp = await timed(() => uploadFolder(other, files.small));
    const eachMs = (browser.processorMs() - spentMs) / SMALL_FILES;
    console.log(`a small file took the browser's processes ${eachMs.toFixed(2)} ms of processor time`);
    return {
      largeUp,
      largeDown,
      smallUp,
      apiUpMs: perGib(between - before),
      apiDownMs: perGib(after - between),
    };
  } finally {
    console.log(`the page's process held ${await memory.stop()} MiB at most`);
  }
}

const perGib = (ms: number): number => (ms * 1024) / SIZE_MIB;

async function upload(page: PlainPage, path: string): Promise<void> {
  await page.choose('input[type="file"]', path);
  await untilHere(page, 1);
}

async function uploadFolder(page: PlainPage, path: string): Promise<void> {
  await page.choose('input[webkitdirectory]', path);
  await untilHere(page, SMALL_FILES);
}

async function download(browser: PlainBrowser, page: PlainPage): Promise<void> {
  const item = `[...document.querySelectorAll('[role="menuitem"]')].find(({ textContent }) => textContent === 'Download')`;
  const done = browser.downloaded();
  await page.click('[aria-label="Actions for source.bin"]');
  await page.until(`${item} !== undefined`);
  await page.valueOf(`${item}.setAttribute('data-bench', '')`);
  await page.click('[data-bench]');
  await done;
}

async function overOneConnection(port: number, path: string): Promise<number> {
  const body = readFileSync(path);
  const sha256 = createHash('sha256').update(body).digest('hex');
  return await timed(() => send(port, { ...signed(port, { method: 'PUT', key: 'line', sha256 }), body }));
}

function fillFolder(path: string): void {
  for (let number = 0; number < SMALL_FILES; number += 1) {
    const folder = join(path, String(Math.floor(number / FILES_IN_A_FOLDER)));
    if (number % FILES_IN_A_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${number}.bin`), randomBytes(SMALL_BYTES));
  }
}

const LOOK_MS = 500;

/** Largest resident size of a renderer in MiB. NaN except on Linux. */
async function watchMemory(browser: PlainBrowser) {
  let most = Number.NaN;
  const look = async (): Promise<void> => {
    for (const id of await browser.renderers()) {
      const mib = residentMib(id);
      // One that has ended meanwhile has no size.
      if (!Number.isNaN(mib)) most = Number.isNaN(most) ? mib : Math.max(most, mib);
    }
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_MS);
  return {
    stop: async (): Promise<number> => {
      clearInterval(timer);
      await looking;
      return Math.round(most);
    },
  };
}

function residentMib(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    // The process has ended, or this is not Linux.
    return Number.NaN;
  }
}
