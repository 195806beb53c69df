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
} from './plain-browser.ts';
import { type Figure, timed } from './report.ts';
import { BUCKET, cpuMsOf, KEY_PAIR, REGION, type ServerProcess, startStore } from './server-process.ts';
import { send, signed } from './signed-requests.ts';
import { fill } from './transfer.ts';

const SIZE_MIB = Number(process.env['COFFER_BENCH_MIB'] ?? 1_024);
const SMALL_FILES = Number(process.env['COFFER_BENCH_FILES'] ?? 10_000);
const SMALL_BYTES = 4096;
const FILES_IN_A_FOLDER = 100;
/** A line as people have it to a store that is far away. */
const LINE = { bytesPerSecond: 5_000_000, roundTripMs: 60 };
/** Twenty-five parts: neither the beginning nor the last of them decides. */
const LINE_MIB = 200;
const API_GOAL_MS = 200;

/**
 * The browser against the clients that people use for stores, all with the same embedded store in the same run; and over a long line,
 * against a single connection. Says besides how much of its processor the application used, and of its memory the page.
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
    return [
      ...foreign.flatMap(({ name, ...times }) => [
        { name: `${SIZE_MIB} MiB up: browser`, ms: near.largeUp, baseline: name, baselineMs: times.largeUp },
        {
          name: `${SIZE_MIB} MiB down: browser`,
          ms: near.largeDown,
          baseline: name,
          baselineMs: times.largeDown,
        },
        {
          name: `${SMALL_FILES} files up: browser`,
          ms: near.smallUp,
          baseline: name,
          baselineMs: times.smallUp,
        },
      ]),
      {
        name: 'application, 1 GiB up: processor',
        ms: near.apiUpMs,
        baseline: 'goal',
        baselineMs: API_GOAL_MS,
      },
      {
        name: 'application, 1 GiB down: processor',
        ms: near.apiDownMs,
        baseline: 'goal',
        baselineMs: API_GOAL_MS,
      },
      {
        name: `${LINE_MIB} MiB up a long line: browser`,
        ms: far,
        baseline: 'one connection',
        baselineMs: single,
      },
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
  /** The application's port. */
  readonly app: number;
  readonly store: ServerProcess;
  /** Where browsers reach the store; another port when there is a line between. */
  readonly publicPort: number;
}

/** Coffer over that store. */
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
    // Another page, whose tray counts from nothing.
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

/** By the menu of the file, until the browser says that it is on the disk. */
async function download(browser: PlainBrowser, page: PlainPage): Promise<void> {
  const item = `[...document.querySelectorAll('[role="menuitem"]')].find(({ textContent }) => textContent === 'Download')`;
  const done = browser.downloaded();
  await page.click('[aria-label="Actions for source.bin"]');
  await page.until(`${item} !== undefined`);
  await page.valueOf(`${item}.setAttribute('data-bench', '')`);
  await page.click('[data-bench]');
  await done;
}

/** One PUT, as a client without parts sends it. */
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

/** The largest resident size of a process that draws pages, in MiB, as Linux tells it; NaN elsewhere. */
async function watchMemory(browser: PlainBrowser) {
  let most = Number.NaN;
  const look = async (): Promise<void> => {
    for (const id of await browser.renderers()) {
      const mib = residentMib(id);
      if (!(mib <= most)) most = mib;
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
    // Gone already, or another system.
    return Number.NaN;
  }
}
