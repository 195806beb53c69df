import { truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataFolder } from '@coffer/e2e/data-folder';
import { welcome } from '@coffer/e2e/first-start';
import { temporaryFolder } from '@coffer/testing';
import { startCoffer } from '@coffer/testing/coffer-process';
import { openPlainBrowser, type PlainBrowser, signInPlain } from './plain-browser.ts';

const MIB = 1024 * 1024;
const SIZE_MIB = Number(process.env['COFFER_BENCH_LARGE_MIB'] ?? 10_240);
const BOUND_MIB = 200;
const SAMPLE_EVERY_MS = 200;
const LIMIT_MS = 1_800_000;
/** Whether the tray says that it is here, or offers to try again. */
const IS_HERE = `[...document.querySelectorAll('h2')].some(({ textContent }) => textContent === '1 file is here')`;
const HAS_FAILED = `document.querySelector('[aria-label="Try all again"]') !== null`;

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
  try {
    await welcome(coffer);
    await using browser = await openPlainBrowser();
    const page = await browser.newPage();
    await signInPlain(page, coffer.url);
    const beforeMib = await memoryMib(browser);
    const startedAtMs = performance.now();
    await page.choose('input[type="file"]', path);
    const samples: number[] = [];
    while ((await page.valueOf(IS_HERE)) !== true) {
      if (performance.now() - startedAtMs > LIMIT_MS) throw new Error('the upload took too long');
      if ((await page.valueOf(HAS_FAILED)) === true) throw new Error('the upload failed');
      samples.push(await memoryMib(browser));
      await sleep(SAMPLE_EVERY_MS);
    }
    const seconds = (performance.now() - startedAtMs) / 1_000;
    report({ beforeMib, samples, seconds });
  } finally {
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
async function memoryMib(browser: PlainBrowser): Promise<number> {
  const each = await Promise.all((await browser.renderers()).map(async (id) => await footprintMib(id)));
  return Math.max(...each);
}

async function footprintMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return ['RssAnon', 'VmSwap']
    .map((name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024)
    .reduce((sum, one) => sum + one, 0);
}
