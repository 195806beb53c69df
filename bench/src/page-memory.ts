import { truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM } from '@coffer/e2e/chromium';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { ADMINISTRATOR, welcome } from '@coffer/e2e/first-start';
import { temporaryFolder } from '@coffer/testing';
import { startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, chromium } from '@playwright/test';

const MIB = 1024 * 1024;
const SIZE_MIB = Number(process.env['COFFER_BENCH_LARGE_MIB'] ?? 10_240);
const BOUND_MIB = 200;
const SAMPLE_EVERY_MS = 200;
const LIMIT_MS = 1_800_000;

/**
 * How much memory the page takes while a file of 10 GiB goes up: what its process holds for itself alone, as the task manager of the
 * browser counts it (anonymous pages, resident or swapped), workers included. The file is sparse, all of it is sent. Above the bound the run fails.
 */
export async function benchPageMemory(): Promise<void> {
  if (process.platform !== 'linux') {
    console.log('page memory: skipped, the memory of a process is read from /proc, which only Linux has');
    return;
  }
  await using data = await createDataFolder('bench-memory');
  await using folder = temporaryFolder('bench-memory');
  const path = join(folder.path, 'large.bin');
  writeFileSync(path, '');
  truncateSync(path, SIZE_MIB * MIB);
  const coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  const browser = await chromium.launch(CHROMIUM);
  try {
    await welcome(coffer);
    const page = await browser.newPage();
    await page.goto(coffer.url);
    await page.getByLabel('E-mail or user name').fill(ADMINISTRATOR.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('grid').waitFor();
    const beforeMib = await memoryMib(browser);
    const here = page.getByRole('heading', { name: '1 file is here' });
    const startedAtMs = performance.now();
    await page.getByLabel('Upload files').first().setInputFiles(path);
    const failed = page.getByRole('button', { name: 'Try all again' });
    const samples: number[] = [];
    while (!(await here.isVisible())) {
      if (performance.now() - startedAtMs > LIMIT_MS) throw new Error('the upload took too long');
      if (await failed.isVisible()) throw new Error('the upload failed');
      samples.push(await memoryMib(browser));
      await sleep(SAMPLE_EVERY_MS);
    }
    const seconds = (performance.now() - startedAtMs) / 1_000;
    report({ beforeMib, samples, seconds });
  } finally {
    await browser.close();
    await coffer.stop();
  }
}

interface Measured {
  readonly beforeMib: number;
  readonly samples: readonly number[];
  readonly seconds: number;
}

function report({ beforeMib, samples, seconds }: Measured): void {
  const sorted = samples.toSorted((one, other) => one - other);
  const mostMib = sorted.at(-1) ?? Number.NaN;
  const middleMib = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  console.log(
    `page memory, ${SIZE_MIB} MiB on their way up in ${seconds.toFixed(0)} s: ${mostMib.toFixed(0)} MiB at most, ` +
      `${middleMib.toFixed(0)} MiB in the middle, ${beforeMib.toFixed(0)} MiB before (${samples.length} samples; bound ${BOUND_MIB} MiB)`,
  );
  // The other figures are worth having all the same.
  if (!(mostMib < BOUND_MIB)) process.exitCode = 1;
}

/** Of the process that draws the page: beside it the browser keeps a smaller one ready for the next. */
async function memoryMib(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const each = await Promise.all(renderers.map(async ({ id }) => await footprintMib(id)));
  return Math.max(...each);
}

async function footprintMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return ['RssAnon', 'VmSwap']
    .map((name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024)
    .reduce((sum, one) => sum + one, 0);
}
